// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCore
internal import SealedPushExtension
internal import SealedPushSender
internal import UserNotifications

/// The steps of the demo: the life of a push first, then what goes wrong.
struct Demo {
    private static let payload = PushPayload(title: "Door", body: "Front door opened")

    private let door: SigningKey.Secret
    private let phone: Phone
    private let sealed: SealedPayload
    private let folder: KeyFolder

    init() throws {
        door = try SigningKey.Secret()
        phone = try Phone(trusting: door.publicKey)
        sealed = try Sealer(signingWith: door).seal(Self.payload, to: Recipient(phone.key.publicKey))
        folder = try KeyFolder(phone: phone, trusting: door.publicKey)
    }

    var steps: [() -> DemoStep] {
        [
            keysAreMade, pushIsSealed, providerSees, phoneShows, tampered, cameTwice, expired, forSomeoneElse, stranger,
            notSigned, notSealed, tooSlow, crashed,
        ]
    }

    // MARK: The life of a push

    private func keysAreMade() -> DemoStep {
        let known = try? DeviceKey.Public(text: phone.key.publicKey.description)
        return DemoStep(
            title: "The phone and the door make their keys, and each gives the other its public one.",
            lines: [
                ("phone", "\(phone.key.publicKey)"), ("door", "\(door.publicKey)"),
                ("compare", "\(phone.identity.publicKey.verifyNumber)"),
            ],
            expectation: "a key reads back from its text as itself",
            isAsExpected: known == phone.key.publicKey
        )
    }

    private func pushIsSealed() -> DemoStep {
        DemoStep(
            title: "The door seals a notification to the phone, and signs it.",
            lines: [
                ("in the clear", String(decoding: Self.payload.json, as: UTF8.self)),
                ("message id", "\(sealed.messageID)"),
                ("good until", "\(sealed.expiresAt)"),
            ],
            expectation: "it fits into the \(Limits.alertPayload) bytes that Apple carries: \(sealed.json.count)",
            isAsExpected: sealed.json.count <= Limits.alertPayload
        )
    }

    private func providerSees() -> DemoStep {
        let text = String(decoding: sealed.json, as: UTF8.self)
        let content = sealed.encryptedContent
        let seen = text.replacingOccurrences(of: content, with: "\(content.prefix(24))… (\(content.count) characters)")
        return DemoStep(
            title: "What the push provider sees of it:",
            lines: [("payload", seen)],
            expectation: "neither the title nor the text is in there",
            isAsExpected: !text.contains("Door") && !text.contains("opened")
        )
    }

    private func phoneShows() -> DemoStep {
        let shown = child()
        return DemoStep(
            title: "The phone opens it in its service extension, a process of its own, and shows:",
            lines: Self.lines(shown),
            expectation: "the notification as it was in the clear",
            isAsExpected: shown.origin == .extension && shown.content?.title == "Door"
                && shown.content?.body == "Front door opened"
        )
    }

    // MARK: What goes wrong

    private func tampered() -> DemoStep {
        var json = sealed.json
        // A character in the middle of the sealed part, changed to another of the same alphabet.
        let index = json.count - sealed.encryptedContent.utf8.count / 2
        json[index] = json[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return failure("Somebody changes one character on the way.", json, .cannotOpen)
    }

    private func cameTwice() -> DemoStep {
        let first = phone.take(sealed.json)
        let step = failure("The same push comes once more.", sealed.json, .duplicate)
        return first.content?.title == "Door" ? step : step.failed
    }

    private func expired() -> DemoStep {
        var sealer = Sealer(signingWith: door)
        let weeksAgo = Timestamp(milliseconds: Timestamp.now().milliseconds - 40 * 24 * 60 * 60 * 1000)
        sealer.now = { weeksAgo }
        return failure("A push is held back for forty days.", seal(with: sealer), .stale)
    }

    private func forSomeoneElse() -> DemoStep {
        let other = (try? DeviceKey.Secret())?.publicKey
        let json = other.map { seal(with: Sealer(signingWith: door), to: $0) } ?? []
        return failure("A push was sealed to another phone.", json, .unknownKey)
    }

    private func stranger() -> DemoStep {
        let json = (try? SigningKey.Secret()).map { seal(with: Sealer(signingWith: $0)) } ?? []
        return failure("A stranger knows the phone's public key, and signs.", json, .untrustedSender)
    }

    private func notSigned() -> DemoStep {
        failure("A stranger does not sign at all.", seal(with: .anonymous()), .untrustedSender)
    }

    private func notSealed() -> DemoStep {
        let json = [UInt8](#"{"aps":{"alert":"Your account is locked, call us","mutable-content":1}}"#.utf8)
        return failure("The provider sends a text of its own in the clear.", json, .notSealed)
    }

    private func tooSlow() -> DemoStep {
        let shown = phone.take(sealed.json, behaviour: PhoneExtension.hang, budget: .milliseconds(300))
        return placeholder(
            "The phone's keys cannot be read for a while, and the extension's time is up after 300 ms.",
            shown,
            "the placeholder, in the last moment",
            origin: .extensionAtExpiry
        )
    }

    private func crashed() -> DemoStep {
        placeholder(
            "The extension crashes.",
            child(PhoneExtension.crash),
            "the system shows what the provider carried: the placeholder",
            origin: .originalAfterFailure(.ended)
        )
    }

    // MARK: Parts

    private func seal(with sealer: Sealer, to key: DeviceKey.Public? = nil) -> [UInt8] {
        // Nothing sealed is nothing that could be shown: the step then fails, and says so.
        (try? sealer.seal(Self.payload, to: Recipient(key ?? phone.key.publicKey)).json) ?? []
    }

    private func child(_ behaviour: String? = nil) -> ShownNotification {
        let process = ExtensionProcess(
            executable: "/proc/self/exe",
            arguments: [PhoneExtension.argument, folder.path] + [behaviour].compactMap { $0 }
        )
        return PushHost(process).deliver(RemotePush(payload: sealed.json, identifier: "demo"))
    }

    private func failure(_ title: String, _ json: [UInt8], _ reason: OpenFailure.Reason) -> DemoStep {
        let shown = phone.take(json)
        let found = phone.lastReason.withLock { $0 }
        let step = placeholder(
            title,
            shown,
            "the placeholder, and the reason \(reason) for the app",
            origin: .extension
        )
        let lines = step.lines + [("reason", found?.rawValue ?? "none")]
        return DemoStep(
            title: title,
            lines: lines,
            expectation: step.expectation,
            isAsExpected: step.isAsExpected && found == reason
        )
    }

    private func placeholder(
        _ title: String,
        _ shown: ShownNotification,
        _ expectation: String,
        origin: ShownNotification.Origin
    ) -> DemoStep {
        DemoStep(
            title: title,
            lines: Self.lines(shown),
            expectation: expectation,
            isAsExpected: shown.origin == origin && shown.content?.title == ""
                && shown.content?.body == Placeholder.standard.text
        )
    }

    private static func lines(_ shown: ShownNotification) -> [(name: String, value: String)] {
        guard let content = shown.content else { return [("shown", "nothing")] }
        return [("title", content.title), ("body", content.body)].filter { !$0.1.isEmpty }
    }
}

extension DemoStep {
    /// The same step, not as expected.
    fileprivate var failed: DemoStep {
        DemoStep(title: title, lines: lines, expectation: expectation, isAsExpected: false)
    }
}
