// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import TestSupport
import Testing

/// A second process: this test program itself, told by its environment to play one.
struct ProcessTests {
    private static let variable = "SEALEDPUSH_TEST_STORE"

    @Test("The part of the other process", .enabled(if: ProcessInfo.processInfo.environment[variable] != nil))
    func otherProcess() throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.variable])
        let store = try SQLiteKeyStore(at: path)
        let report = FileHandle.standardError
        while true {
            try store.rotate("phone", grace: 0)
            _ = try store.card(of: "phone", displayName: "\(store.ownKeys("phone")?.serial ?? 0)")
            _ = try store.makeSharedKey("team")
            try store.delete("team")
            report.write(Data(".".utf8))
        }
    }

    @Test("Killed at any instant, the other process leaves the old state or the new one")
    func killed() throws {
        // Here and not for the whole suite: who is killed leaves its folders behind.
        let fixture = try StoreFixture()
        let store = try SQLiteKeyStore(at: fixture.path)
        let identity = try store.makeDevice("phone").identity
        var generator = SeededGenerator(seed: 21)
        for round in 0..<Rounds.count(300) {
            let child = try OtherProcess(variable: Self.variable, path: fixture.path)
            // Into its work, and then while it goes on.
            child.waitForReports(Int.random(in: 1...3, using: &generator))
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                // A second process that opens while the first rotates.
                let own = try #require(try store.ownKeys("phone"), "seed 21, round \(round)")
                #expect(own.keys.map(\.state) == [.current], "seed 21, round \(round)")
            }
            child.end()
            #expect(try store.device("phone")?.identity == identity, "seed 21, round \(round)")
            // What the killed process had erased and not finished is finished here.
            try store.performMaintenance()
            #expect(try store.check().isEmpty, "seed 21, round \(round)")
            if try store.ownKeys("team") != nil { try store.delete("team") }
        }
    }
}

/// A child process that reports by bytes on its standard error.
private struct OtherProcess {
    private struct PipeError: Error {}

    private let child: Child
    private let reports: Int32

    init(variable: String, path: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw PipeError() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = path
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer {
            close(null)
            close(ends[1])
        }
        let arguments = ["--testing-library", "swift-testing", "--filter", "ProcessTests/otherProcess"]
        child = try Child("/proc/self/exe", arguments, environment: environment, descriptors: [null, null, ends[1]])
        reports = ends[0]
    }

    func waitForReports(_ count: Int) {
        var byte: UInt8 = 0
        var left = count
        while left > 0, read(reports, &byte, 1) == 1 { if byte == UInt8(ascii: ".") { left -= 1 } }
        #expect(left == 0)
    }

    func end() {
        kill(child.pid, SIGKILL)
        #expect(child.wait() == 128 + SIGKILL)
        close(reports)
    }
}
