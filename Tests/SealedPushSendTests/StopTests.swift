// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushSend

/// How a queue worker ends.
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

    private func worker() throws -> Worker {
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &input) == 0)
        try #require(socketpair(AF_UNIX, kind, 0, &output) == 0)
        let error = open(errorPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(error) }
        let child = try Child(
            TestFiles.products.appending(path: "sealedpush-send").path,
            ["--queue", "-q"] + apns.options + apns.credentials,
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

    @Test("A second signal ends it at once")
    func secondSignal() async throws {
        let worker = try worker()
        try await apns.hold("0a")
        worker.write(Self.line(1, "phone"))
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
}
