// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A child process that is kept for several pushes")
struct ExtensionReuseTests {
    /// So long that nothing in a test ends by it, also where other tests have the processors.
    private static let patient = policy()
    /// For children in which something goes on.
    private static let hurried = ExtensionReuse(idle: .seconds(3600))

    private static func policy(
        pushes: Int = ExtensionLimits.pushes,
        growth: Int = ExtensionLimits.growth
    ) -> ExtensionReuse {
        var reuse = ExtensionReuse(pushes: pushes, idle: .seconds(3600), growth: growth)
        reuse.settling = .seconds(60)
        return reuse
    }

    /// The process that answered, which only a sound one does.
    private func answer(_ host: PushHost, _ told: String? = nil) throws -> pid_t {
        let shown = host.deliver(push(told))
        #expect(shown.origin == .extension)
        // An extension is made for one push.
        #expect(shown.content?.title == "1")
        return try #require(shown.content.flatMap { pid_t($0.body) })
    }

    private func push(_ told: String?, body: String = "original") -> RemotePush {
        let member = told.map { #","do":"\#($0)""# } ?? ""
        return Fixture.push(#"{"aps":{"alert":{"title":"T","body":"\#(body)"},"mutable-content":1}\#(member)}"#)
    }

    private func exists(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    // MARK: How long it is kept

    @Test("takes one push after another, each with an extension of its own")
    func reused() throws {
        let host = Fixture.host("told", reuse: Self.patient)
        let processes = try (0..<20).map { _ in try answer(host) }
        #expect(Set(processes).count == 1)
    }

    @Test("is followed by another after so many pushes")
    func pushes() throws {
        let host = Fixture.host("told", reuse: Self.policy(pushes: 3))
        let processes = try (0..<9).map { _ in try answer(host) }
        for first in stride(from: 0, to: 9, by: 3) {
            #expect(Set(processes[first..<first + 3]).count == 1)
            #expect(!exists(processes[first]))
        }
        #expect(Set(processes).count == 3)
    }

    @Test("is not kept where each push is to have its own")
    func never() throws {
        let host = Fixture.host("told", reuse: .never)
        for _ in 0..<5 { #expect(!exists(try answer(host))) }
    }

    @Test("ends when no other push comes")
    func idle() throws {
        let life = try Life()
        let host = Fixture.host("told", life.path, reuse: ExtensionReuse(idle: .milliseconds(1)))
        let process = try answer(host)
        #expect(life.waitForEnd())
        #expect(try answer(host) != process)
    }

    @Test("ends with its host's last use of it")
    func released() throws {
        func process() throws -> pid_t { try answer(Fixture.host("told", reuse: Self.patient)) }
        #expect(!exists(try process()))
    }

    @Test("ends when its host is killed")
    func orphaned() throws {
        // Held open by the host, and as its output by the extension.
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let host = try Child(Fixture.executable, ["host-and-wait"], descriptors: [nil, nil, ends[1]])
        close(ends[1])
        #expect(String(decoding: output.availableData, as: UTF8.self) == "shown extension\n")
        kill(host.pid, SIGKILL)
        #expect(host.wait() == 128 + SIGKILL)
        #expect(try output.readToEnd() == nil)
    }

    // MARK: What goes wrong

    @Test(
        "that fails a push gets no other, and only that push is lost",
        arguments: [
            ("crash", ExtensionFailure.ended), ("exit", .ended), ("kill-self", .ended), ("rubbish", .wroteRubbish),
            ("huge-length", .wroteRubbish), ("half-a-frame", .ended), ("no-content", .wroteRubbish),
            ("hog", .tookTooMuchMemory),
        ]
    )
    func failure(told: String, failure: ExtensionFailure) throws {
        let host = Fixture.host("told", reuse: Self.patient)
        let process = try answer(host)
        #expect(try answer(host) == process)
        let shown = host.deliver(push(told))
        #expect(shown.origin == .originalAfterFailure(failure))
        #expect(shown.content?.body == "original")
        #expect(!exists(process))
        let next = try answer(host)
        #expect(next != process)
        #expect(try answer(host) == next)
    }

    @Test("whose push takes too long gets no other, answer or not")
    func late() throws {
        let host = Fixture.host("told", budget: .milliseconds(300), grace: .milliseconds(300), reuse: Self.patient)
        var processes = [try answer(host)]
        #expect(host.deliver(push("hang")).origin == .originalAfterFailure(.timedOut))
        processes.append(try answer(host))
        #expect(host.deliver(push("answer-at-expiry")).origin == .extensionAtExpiry)
        processes.append(try answer(host))
        #expect(Set(processes).count == 3)
        for process in processes.dropLast() { #expect(!exists(process)) }
    }

    @Test("killed or stopped from outside between two pushes costs neither", arguments: [SIGKILL, SIGTERM, SIGSTOP])
    func killed(signal: Int32) throws {
        let host = Fixture.host("told", reuse: Self.hurried)
        let process = try answer(host)
        #expect(kill(process, signal) == 0)
        #expect(try answer(host) != process)
        #expect(!exists(process))
    }

    @Test("killed from outside is waited for, also where no other push comes")
    func reaped() throws {
        let host = Fixture.host("told", reuse: Self.patient)
        let process = try answer(host)
        #expect(kill(process, SIGKILL) == 0)
        let end = ContinuousClock.now + .seconds(60)
        while exists(process), ContinuousClock.now < end { sched_yield() }
        #expect(!exists(process))
        withExtendedLifetime(host) {}
    }

    @Test(
        "in which a push leaves something behind gets no other",
        arguments: ["answer-and-go-on", "answer-and-write", "answer-and-keep"]
    )
    func leftOver(told: String) throws {
        let host = Fixture.host("told", reuse: Self.hurried)
        let process = try answer(host, told)
        #expect(try answer(host) != process)
        #expect(!exists(process))
    }

    @Test("in which a push leaves something running is ended, also where no other push comes")
    func leftRunning() throws {
        let life = try Life()
        let host = Fixture.host("told", life.path, reuse: Self.hurried)
        _ = try answer(host, "answer-and-go-on")
        #expect(life.waitForEnd())
        withExtendedLifetime(host) {}
    }

    @Test("has the whole of the memory limit for each push, and no more")
    func memory() throws {
        let host = Fixture.host("told", reuse: Self.policy(growth: 1024 * 1_048_576))
        // Each keeps two thirds of the limit.
        let processes = try (0..<4).map { _ in try answer(host, "answer-and-keep") }
        #expect(Set(processes).count == 1)
        #expect(host.deliver(push("hog")).origin == .originalAfterFailure(.tookTooMuchMemory))
        #expect(!exists(processes[0]))
    }

    @Test("never has two pushes at a time, whatever threads they come on")
    func threads() {
        let host = Shared(Fixture.host("told", reuse: Self.patient))
        let told: [(String?, ShownNotification.Origin)] = [
            (nil, .extension), ("exit", .originalAfterFailure(.ended)), (nil, .extension),
            ("rubbish", .originalAfterFailure(.wroteRubbish)), ("answer-and-write", .extension),
        ]
        Threads.run(8) { thread in
            for round in 0..<Rounds.count(50) {
                let (told, origin) = told[(thread + round) % told.count]
                let shown = host.value.deliver(push(told, body: "\(thread)-\(round)"))
                #expect(shown.origin == origin)
                let isOwn = origin == .extension ? shown.content?.subtitle : shown.content?.body
                #expect(isOwn == "\(thread)-\(round)")
                #expect(origin != .extension || shown.content?.title == "1")
            }
        }
    }

    /// Unchecked because a host does not say that threads may share it; its extension process does.
    private struct Shared: @unchecked Sendable {
        let value: PushHost

        init(_ value: PushHost) { self.value = value }
    }
}

/// A pipe in a file, by which a test learns that whoever opened it has ended.
private final class Life {
    let path: String
    private let folder: TemporaryDirectory
    private let end: Int32

    init() throws {
        folder = try TemporaryDirectory()
        path = folder.path("life")
        try #require(mkfifo(path, 0o600) == 0)
        end = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    deinit { close(end) }

    /// Whether it has ended within a minute.
    func waitForEnd() -> Bool {
        var waiting = pollfd(fd: end, events: 0, revents: 0)
        return poll(&waiting, 1, 60_000) == 1 && waiting.revents & Int16(POLLHUP) != 0
    }
}
