// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushCore
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushListen

@Suite("A listener")
struct ListenerTests {
    private let under: DeviceUnderTest

    init() throws { under = try DeviceUnderTest(broker: nil) }

    private func lines(_ local: LocalListener, _ count: Int) async throws -> [JSONLine] {
        try await local.output.wait(count: count).map { try JSONLine($0) }
    }

    // MARK: What comes

    @Test("shows a push that opens, tells of it, and lets the broker forget it")
    func opened() async throws {
        let local = try await LocalListener(under)
        #expect(await local.take(try under.push("Door")))
        #expect(local.shownTitles == ["Door"])
        let line = try await lines(local, 1)[0]
        #expect(line.status == "opened" && line.title == "Door" && line.id != nil && !line.isInDoubt)
        #expect(line.root["signer"]?["name"]?.string == "door")
        #expect(local.listener.summary == ListenCounts(opened: 1))
    }

    @Test("says why a push shows the placeholder alone, and what to do")
    func reason() async throws {
        let local = try await LocalListener(under)
        let stranger = try Sealer(signingWith: SigningKey.Secret())
        #expect(await local.take(try stranger.seal(PushPayload(title: "x"), to: under.recipient).json))
        let line = try await local.said.wait(count: 1)[0]
        #expect(line.contains("a push was not opened, untrustedSender: not signed, or by a signer that is not trusted"))
        #expect(line.contains("'sealedpush key trust'"))
    }

    @Test("shows the same bytes once, however often they come")
    func repeated() async throws {
        let push = try under.push("Door")
        let local = try await LocalListener(under)
        for _ in 0..<3 { #expect(await local.take(push)) }
        #expect(local.shownTitles == ["Door"])
        local.end()
        let again = try await LocalListener(under)
        #expect(await again.take(push))
        #expect(again.shownTitles == [])
        #expect(again.listener.summary == ListenCounts(repeated: 1))
    }

    @Test("shows one sealed push once, also in another wrapping, and says that it came again")
    func rewrapped() async throws {
        let push = try under.push("Door")
        let local = try await LocalListener(under)
        #expect(await local.take(push))
        #expect(await local.take([UInt8(ascii: " ")] + push))
        #expect(local.shownTitles == ["Door"])
        let line = try await lines(local, 2)[1]
        #expect(line.status == "failed" && line.reason == "duplicate")
    }

    @Test("shows the placeholder for a sealed push that does not open, and says why")
    func failed() async throws {
        let local = try await LocalListener(under)
        #expect(await local.take(try under.push("Door", signed: false)))
        #expect(local.shownTitles == [""])
        #expect(local.shownBodies == ["New notification"])
        let line = try await lines(local, 1)[0]
        #expect(line.status == "failed" && line.reason == "untrustedSender")
        #expect(try under.store.failures().map(\.reason.rawValue) == ["untrustedSender"])
        #expect(local.listener.summary == ListenCounts(failed: 1))
    }

    static let rubbish: [(String, String)] = [
        ("", "malformed"), ("rubbish", "malformed"), ("{}", "notSealed"), ("[]", "malformed"),
        ("\u{0}\u{1}", "malformed"),
        (#"{"aps":{"alert":"Call us","mutable-content":1}}"#, "notSealed"),
        (#"{"aps":{"alert":"Call us"}}"#, "notSealed"),
        (#"{"aps":{"alert":"Call us"},"encrypted-content":"AQE"}"#, "malformed"),
        (#"{"aps":{"mutable-content":1},"encrypted-content":"AQE"}"#, "malformed"),
        (#"{"aps":{"alert":"Call us","mutable-content":true},"encrypted-content":"AQE"}"#, "malformed"),
    ]

    @Test("shows nothing of what is no sealed push, counts it, and lets the broker forget it", arguments: rubbish)
    func refused(text: String, reason: String) async throws {
        let local = try await LocalListener(under)
        #expect(await local.take([UInt8](text.utf8)))
        #expect(local.shownBodies == [])
        let line = try await lines(local, 1)[0]
        #expect(line.status == "refused" && line.reason == reason)
        #expect(try under.store.failures().map(\.reason.rawValue) == [reason])
        #expect(local.listener.summary == ListenCounts(refused: 1))
    }

    // MARK: An extension that fails

    @Test(
        "shows the placeholder, and never the text that came in the clear, where the extension fails",
        arguments: [ExtensionFailure.ended, .timedOut, .tookTooMuchMemory, .wroteRubbish]
    )
    func extensionFails(failure: ExtensionFailure) async throws {
        let local = try await LocalListener(under, runner: FixedRunner { .failure(failure) })
        let push = String(decoding: try under.push("Door"), as: UTF8.self)
        let other = push.replacing("New notification", with: "Call this number")
        #expect(other != push)
        #expect(await local.take([UInt8](other.utf8)))
        #expect(local.shownBodies == ["New notification"])
        let line = try await lines(local, 1)[0]
        #expect(line.reason == "extensionFailed")
        #expect(line.root["diagnosis"]?.string == failure.description)
    }

    @Test("does not believe an answer that came too late, or without a report")
    func unreported() async throws {
        for isLate in [true, false] {
            let runner = FixedRunner {
                let content = UNMutableNotificationContent()
                content.title = "Trust me"
                if isLate { PushReport(failed: "cannotOpen", nil).attach(to: content) }
                return .content(content, afterExpiry: isLate)
            }
            let local = try await LocalListener(under, runner: runner)
            #expect(await local.take(try under.push("Door")))
            #expect(local.shownTitles == [""])
            local.end()
        }
    }

    @Test("leaves a push with the broker while the extension cannot be started, and opens it later")
    func notStarted() async throws {
        let push = try under.push("Door")
        let broken = try await LocalListener(under, runner: FixedRunner { .failure(.notStarted) })
        #expect(await !broken.take(push))
        #expect(broken.shownBodies == [] && broken.listener.summary == ListenCounts())
        broken.end()
        let local = try await LocalListener(under)
        #expect(await local.take(push))
        #expect(local.shownTitles == ["Door"])
    }

    @Test("leaves a push with the broker while the key store cannot be read")
    func storeUnavailable() async throws {
        let push = try under.push("Door")
        let path = under.store.path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let local = try await LocalListener(under)
        #expect(await !local.take(push))
        #expect(local.shownBodies == [])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(await local.take(push))
        #expect(local.shownTitles == ["Door"])
    }

    // MARK: Killed in between

    @Test("that ended before the device had the notification opens the push again")
    func killedBeforeDelivery() async throws {
        let push = try under.push("Door")
        let first = try Journal(at: under.folder.path("listen/journal.db"))
        try first.begin(PushExamination.hash(of: push), seen: nil)
        let local = try await LocalListener(under)
        #expect(await local.take(push))
        #expect(local.shownTitles == ["Door"])
        #expect(try await lines(local, 1)[0].isInDoubt)
    }

    @Test("that ended after it was shown, and before it was told, shows it once and tells it")
    func killedBeforeTelling() async throws {
        let push = try under.push("Door")
        let presenter = RecordingPresenter()
        do {
            // All but the telling: as if killed in `Teller`.
            let first = try await LocalListener(under, presenter: presenter)
            let hash = PushExamination.hash(of: push)
            try first.device.receive(RemotePush(payload: push, identifier: hash))
            await first.device.settle()
            #expect(try first.journal.entry(hash)?.isShown == true)
            first.end()
        }
        let local = try await LocalListener(under, presenter: presenter)
        #expect(await local.take(push))
        #expect(presenter.presentations.map(\.title) == ["Door"])
        #expect(try await lines(local, 1)[0].isInDoubt)
        #expect(local.listener.summary == ListenCounts(opened: 1))
    }

    @Test("that ended before the key store knew of it records that afterwards")
    func killedBeforeRecording() async throws {
        let push = try under.push("Door")
        let hash = PushExamination.hash(of: push)
        do {
            let first = try await LocalListener(under)
            try first.device.receive(RemotePush(payload: push, identifier: hash))
            await first.device.settle()
            try first.journal.setTold(hash)
            first.end()
        }
        let local = try await LocalListener(under)
        let seen = try #require(try local.journal.entry(hash)?.seen)
        #expect(try under.store.lookUp(seen) == .new)
        #expect(await local.take(push))
        #expect(try under.store.lookUp(seen) == .duplicate)
        #expect(try local.journal.entry(hash)?.seen == nil)
        #expect(local.shownTitles == [])
    }

    @Test("keeps what cannot be shown yet, shows it once when it can, in order")
    func presenterAway() async throws {
        let presenter = RecordingPresenter()
        presenter.isAway = true
        let local = try await LocalListener(under, presenter: presenter)
        let pushes = try (0..<5).map { try under.push("\($0)") }
        for push in pushes { #expect(await local.take(push)) }
        #expect(try await lines(local, 5).map(\.title) == ["0", "1", "2", "3", "4"])
        #expect(local.shownTitles == [])
        presenter.isAway = false
        await local.device.settle()
        #expect(local.shownTitles == ["0", "1", "2", "3", "4"])
    }
}

/// An extension that gives one answer.
private struct FixedRunner: ExtensionRunner, Sendable {
    let answer: @Sendable () -> ExtensionAnswer

    init(_ answer: @escaping @Sendable () -> ExtensionAnswer) { self.answer = answer }

    func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer { answer() }
}
