// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushSend

/// How a queue worker ends, and a list that a signal comes over.
struct StopTests {
    private let folder: SendFolder
    private let apns: TestAPNs

    init() async throws {
        folder = try SendFolder()
        apns = try await TestAPNs.start()
        try folder.device("phone", token: "0a")
        try folder.device("tablet", token: "0b")
    }

    /// The program with pipes at its ends.
    private struct Worker {
        let child: Child
        let input: Int32
        let output: Int32

        func write(_ text: String) {
            _ = text.utf8.withContiguousStorageIfAvailable { Foundation.write(input, $0.baseAddress, $0.count) }
        }

        /// What it writes until it closes its output.
        func rest() async throws -> [String] {
            let output = output
            return try await Blocking.run {
                var bytes: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 4096)
                while case let count = read(output, &part, part.count), count > 0 { bytes += part[..<count] }
                return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            }
        }

        func end() async throws -> Int32 {
            let child = child
            return try await Blocking.run { child.wait() }
        }
    }

    /// What the program says beside its results.
    private var errorPath: String { folder.folder.path("error") }

    private func worker(_ arguments: [String] = ["--queue", "-q"]) throws -> Worker {
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &input) == 0)
        try #require(socketpair(AF_UNIX, kind, 0, &output) == 0)
        let error = open(errorPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(error) }
        let child = try Child(
            TestFiles.products.appending(path: "sealedpush-send").path,
            arguments + apns.options + apns.credentials,
            environment: folder.environment,
            descriptors: [input[0], output[0], error]
        )
        close(input[0])
        close(output[0])
        return Worker(child: child, input: input[1], output: output[1])
    }

    private static func line(_ id: Int, _ name: String) -> String {
        #"{"id":\#(id),"to":"\#(name)","payload":{"aps":{"alert":"x"}}}"# + "\n"
    }

    private static func ids(_ lines: [String]) -> [String] {
        lines.compactMap { $0.firstMatch(of: /^\{"id":(\d+),.*"status":"accepted"/).map { String($0.output.1) } }
    }

    @Test("The end of the input ends it, once each line has its answer")
    func endOfInput() async throws {
        let worker = try worker()
        worker.write(Self.line(1, "phone") + Self.line(2, "tablet"))
        close(worker.input)
        let lines = try await worker.rest()
        #expect(Self.ids(lines).sorted() == ["1", "2"])
        #expect(try await worker.end() == 0)
        close(worker.output)
    }

    @Test("A signal ends it, once each line that was taken has its answer", arguments: [SIGTERM, SIGINT])
    func signal(_ number: Int32) async throws {
        let worker = try worker()
        try await apns.hold("0a")
        worker.write(Self.line(1, "phone"))
        try await apns.waitForRequests(1)
        // One more is there when the signal comes, and half of another, whose end does not come.
        worker.write(Self.line(2, "tablet") + #"{"id":3,"to":"ta"#)
        try await apns.waitForRequests(2)
        kill(worker.child.pid, number)
        try await apns.release()
        let lines = try await worker.rest()
        #expect(Self.ids(lines).sorted() == ["1", "2"])
        #expect(lines.count == 2)
        #expect(try await worker.end() == 0)
        let said = try String(contentsOfFile: errorPath, encoding: .utf8)
        #expect(
            said == "sealedpush: line 3 of the queue was begun, and its end did not come within 2 seconds of the stop: "
                + "it has no answer, and was not sent\n"
        )
        close(worker.input)
        close(worker.output)
    }

    @Test("What has no answer when the time after a stop is over is given up, and its answer says what that may mean")
    func overdue() async throws {
        let stop = try #require(Stop(grace: .zero))
        try await apns.hold("0a")
        async let run = folder.networked(
            ["--queue", "--timeout", "119"] + apns.options + apns.credentials,
            input: Self.line(1, "phone"),
            stop: stop
        )
        try await apns.waitForRequests(1)
        stop.come()
        let done = try await run
        #expect(done.code == 75)
        let error = try #require(done.json.first?["error"] as? [String: Any])
        #expect(error["kind"] as? String == "cancelled")
        #expect(error["mayHaveBeenAccepted"] as? Bool == true)
        #expect((error["message"] as? String)?.contains("it may have been accepted") == true)
        try await apns.release()
    }

    @Test("A second signal ends it at once, a list as well", arguments: [true, false])
    func secondSignal(isQueue: Bool) async throws {
        let worker = try isQueue ? worker() : worker(["--to-file", "-", "--body", "x"])
        try await apns.hold("0a")
        worker.write(isQueue ? Self.line(1, "phone") : "phone\n")
        try await apns.waitForRequests(1)
        // Whether the first has been noticed nobody can see from here: they come until one of them ends it.
        let child = worker.child
        let code = try await Blocking.run { () -> Int32 in
            let ending = Thread { while kill(child.pid, SIGTERM) == 0 { sched_yield() } }
            ending.start()
            return child.wait()
        }
        #expect(code == 128 + SIGTERM)
        close(worker.input)
        close(worker.output)
    }

    @Test("A reader of the results that goes away ends it without a word")
    func brokenPipe() async throws {
        let worker = try worker()
        close(worker.output)
        worker.write(Self.line(1, "phone"))
        try await apns.waitForRequests(1)
        close(worker.input)
        #expect(try await worker.end() == 74)
    }

    // MARK: Lists

    /// Waits until the program has said that it has noticed a signal.
    private func waitForNotice() async {
        let end = ContinuousClock.now + .seconds(60)
        while !said().contains("stopping: "), ContinuousClock.now < end { await Task.yield() }
    }

    private func said() -> String { (try? String(contentsOfFile: errorPath, encoding: .utf8)) ?? "" }

    private static let notice =
        "sealedpush: note: stopping: what is under way has 20 seconds more; another signal ends it at once\n"

    @Test(
        "A signal ends a list: nobody more is sent to, what is under way gets its result, and the rest is told",
        arguments: [SIGTERM, SIGINT]
    )
    func list(_ number: Int32) async throws {
        let worker = try worker(["--to-file", "-", "--body", "x"])
        try await apns.hold("0a")
        worker.write("phone\n")
        try await apns.waitForRequests(1)
        kill(worker.child.pid, number)
        await waitForNotice()
        worker.write("tablet\n")
        try await apns.release()
        let lines = try await worker.rest()
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("phone: accepted by apns as ") == true)
        #expect(try await worker.end() == 1)
        #expect(said() == Self.notice + "sealedpush: 1 of 1 sent: stopped, and the rest of the list was not read\n")
        #expect(try await apns.log().count == 1)
        close(worker.input)
        close(worker.output)
    }

    @Test("A signal over the only recipient waits for its result, with which it ends")
    func one() async throws {
        let worker = try worker(["--to", "phone", "--body", "x"])
        try await apns.hold("0a")
        try await apns.waitForRequests(1)
        kill(worker.child.pid, SIGINT)
        await waitForNotice()
        try await apns.release()
        #expect(try await worker.rest().count == 1)
        #expect(try await worker.end() == 0)
        #expect(said() == Self.notice)
        close(worker.input)
        close(worker.output)
    }

    @Test("A list has no more time than a queue: what has no answer then is given up, and the rest was not begun")
    func overdueList() async throws {
        let stop = try #require(Stop(grace: .zero))
        try await apns.hold("0a")
        async let run = folder.networked(
            ["--to", "phone", "--timeout", "119", "--body", "x"] + apns.options + apns.credentials,
            stop: stop
        )
        try await apns.waitForRequests(1)
        stop.come()
        let done = try await run
        #expect(done.code == 75)
        #expect(done.output == "")
        #expect(done.error.contains("sealedpush: phone: given up 20 seconds after the stop, before an answer came"))
        try await apns.release()
    }

    @Test("A stop before the first recipient leaves all of them, and the summary says where the list goes on")
    func stoppedBefore() async throws {
        let (stop, post) = (try #require(Stop()), FakePost())
        stop.come()
        let list = try folder.folder.write("list", "# all\nphone\ntablet\n\nphone\nnobody\n")
        for more in [[], ["--json"]] {
            let run = try await SendRun(
                ["--to", "tablet", "--to-file", list, "--body", "x"] + more,
                environment: folder.environment,
                making: post.making,
                stop: stop
            )
            #expect(run.code == 75)
            #expect(run.output == "")
            #expect(run.error == Self.notice + "sealedpush: 0 of 3 sent, 3 not sent: stopped before 'tablet'\n")
        }
        #expect(post.parcels.isEmpty)
    }

    @Test("A stop while all hands are full leaves whoever waits for one")
    func stoppedWithin() async throws {
        let (stop, post) = (try #require(Stop()), FakePost())
        let names = (1...Dispatcher.width + 3).map { "d\($0)" }
        let addresses = try (1...names.count).map { try SendFolder.apns(String($0 + 4096, radix: 16)) }
        for (name, address) in zip(names, addresses) {
            try folder.device(name, at: PushAddress(apns: address))
            post.hold(address)
        }
        let list = try folder.folder.write("list", names.joined(separator: "\n"))
        async let run = SendRun(
            ["--to-file", list, "--body", "x", "--json"],
            environment: folder.environment,
            making: post.making,
            stop: stop
        )
        let end = ContinuousClock.now + .seconds(60)
        while post.parcels.count < Dispatcher.width, ContinuousClock.now < end { await Task.yield() }
        stop.come()
        for address in addresses { post.release(address) }
        let done = try await run
        #expect(done.code == 1)
        #expect(done.json.count { $0["status"] as? String == "accepted" } == Dispatcher.width)
        #expect(done.lines.count == Dispatcher.width)
        #expect(done.error == Self.notice + "sealedpush: 500 of 503 sent, 3 not sent: stopped before 'd501'\n")
        #expect(post.parcels.count == Dispatcher.width)
    }
}
