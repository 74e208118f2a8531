// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@Suite("A child process as the extension")
struct ExtensionProcessTests {
    private static let push = Fixture.push(
        #"{"aps":{"alert":{"title":"T","body":"original"},"mutable-content":1},"n":null,"big":9007199254740993}"#
    )

    @Test(
        "what a well-behaved extension answers is shown, with all its fields",
        arguments: ["answer", "answer-twice", "answer-and-print"]
    )
    func answer(behaviour: String) throws {
        let shown = Fixture.host(behaviour).deliver(Self.push)
        let content = try #require(shown.content)
        #expect(shown.origin == .extension)
        #expect(content.title == "changed")
        #expect(content.body == "original")
        #expect(content.userInfo["big"] as? NSNumber == 9_007_199_254_740_993)
        #expect(content.userInfo["n"] is NSNull)
    }

    @Test(
        "whatever an extension does to itself, the host survives and shows the original",
        arguments: [
            ("crash", ExtensionFailure.ended), ("abort", .ended), ("exit", .ended), ("kill-self", .ended),
            ("exit-at-once", .ended), ("rubbish", .wroteRubbish), ("rubbish-at-once", .wroteRubbish),
            ("huge-length", .wroteRubbish), ("half-a-frame", .ended), ("no-content", .wroteRubbish),
            ("answer-too-much", .wroteRubbish), ("answer-of-other-class", .wroteRubbish), ("hog", .tookTooMuchMemory),
            ("answer-without-text", .answerIsInvisible),
        ]
    )
    func failure(behaviour: String, failure: ExtensionFailure) {
        let shown = Fixture.host(behaviour).deliver(Self.push)
        #expect(shown.origin == .originalAfterFailure(failure))
        #expect(shown.content?.title == "T")
        #expect(shown.content?.body == "original")
    }

    @Test(
        "a program that is not there, or is none",
        arguments: ["/nowhere/at/all", "/dev/null", "/etc/hostname", ""]
    )
    func notStarted(executable: String) {
        let shown = Fixture.host(executable: executable).deliver(Self.push)
        #expect(shown.origin == .originalAfterFailure(.notStarted))
        #expect(shown.content?.body == "original")
    }

    @Test("a program that is no extension ends without an answer")
    func noExtension() {
        #expect(Fixture.host(executable: "/bin/true").deliver(Self.push).origin == .originalAfterFailure(.ended))
    }

    @Test(
        "an extension that hangs is told that its time is up, and then ended",
        arguments: ["hang", "leave-group-and-hang"]
    )
    func hang(behaviour: String) {
        let host = Fixture.host(behaviour, budget: .milliseconds(100), grace: .milliseconds(100))
        #expect(host.deliver(Self.push).origin == .originalAfterFailure(.timedOut))
    }

    @Test("an extension that answers when its time is up is shown")
    func expiry() {
        let shown = Fixture.host("answer-at-expiry", budget: .milliseconds(100)).deliver(Self.push)
        #expect(shown.origin == .extensionAtExpiry)
        #expect(shown.content?.body == "in the last moment")
    }

    @Test("an extension killed from outside while it works costs its push alone")
    func killed() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("pid")
        try #require(mkfifo(path, 0o600) == 0)
        // Open for both, so that opening does not wait for the other side.
        let pipe = open(path, O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        let origin = Promised<ShownNotification.Origin>()
        Thread.detachNewThread { origin.set(Fixture.host("say-pid-and-hang", path).deliver(Self.push).origin) }
        var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        try #require(poll(&waiting, 1, 60_000) == 1)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = read(pipe, &buffer, buffer.count)
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, SIGKILL) == 0)
        #expect(origin.wait() == .originalAfterFailure(.ended))
        // It was waited for: nobody has that number any more.
        #expect(kill(pid, 0) == -1)
    }

    @Test("many host threads at once, well-behaved extensions and others: each push is its own")
    func threads() {
        let behaviours = [
            ("answer", ShownNotification.Origin.extension), ("exit", .originalAfterFailure(.ended)),
            ("rubbish", .originalAfterFailure(.wroteRubbish)), ("answer", .extension),
            ("kill-self", .originalAfterFailure(.ended)),
        ]
        Threads.run(10) { thread in
            for round in 0..<Rounds.count(20) {
                let (behaviour, origin) = behaviours[(thread + round) % behaviours.count]
                let shown = Fixture.host(behaviour).deliver(Fixture.push(body: "\(thread)-\(round)"))
                #expect(shown.origin == origin)
                #expect(shown.content?.body == "\(thread)-\(round)")
            }
        }
    }
}
