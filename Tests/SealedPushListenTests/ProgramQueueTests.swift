// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("The user's program")
struct ProgramQueueTests {
    private let folder: TemporaryDirectory
    private let reports = Inbox()

    init() throws { folder = try TemporaryDirectory() }

    private func script(_ text: String) throws -> String {
        let source = try folder.write("source", "#!/bin/sh\ncd \(folder.url.path)\n\(text)\n")
        let program = folder.path("program")
        // By a child: a program that this process writes may be "busy", by a child of another test that has inherited it.
        #expect(try Child.run("install", ["-m", "700", source, program]).code == 0)
        return program
    }

    private func queue(_ program: String, _ limits: ProgramLimits = ProgramLimits()) -> ProgramQueue {
        ProgramQueue(program, limits: limits) { [reports] in reports.add($0) }
    }

    private func content(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test("gets the line on its standard input, whole and to its end, also under a name")
    func input() async throws {
        let line = String(repeating: "x", count: 100_000)
        let queue = queue(try script("cat > one && cat /dev/stdin > two"))
        queue.add(line)
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(try content("one") == line + "\n")
        #expect(reports.all == [])
    }

    @Test("may end without reading it")
    func unread() async throws {
        let queue = queue(try script("exit 0"))
        queue.add(String(repeating: "x", count: 1_000_000))
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(reports.all == [])
    }

    @Test("is not run by a shell: its name is one word, and the line no argument")
    func noShell() async throws {
        let queue = queue("\(try script("echo \"$#\" > count")); touch \(folder.path("pwned"))")
        queue.add("$(touch \(folder.path("pwned")))")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        #expect(reports.all.count == 1 && reports.all[0].contains("could not be run: No such file or directory"))
    }

    @Test("has a small environment")
    func environment() async throws {
        setenv("SEALEDPUSH_STORE", "secret place", 1)
        defer { unsetenv("SEALEDPUSH_STORE") }
        let queue = queue(try script("env > environment"))
        queue.add("{}")
        #expect(await queue.close(within: .seconds(60)) == 0)
        let names = try content("environment").split(separator: "\n").compactMap { $0.split(separator: "=").first }
        // What `sh` itself adds.
        let own = Set(["PWD", "OLDPWD", "SHLVL", "_"])
        #expect(
            names.allSatisfy { ProgramChild.variables.contains(String($0)) || own.contains(String($0)) },
            "\(names)"
        )
        #expect(names.contains("PATH"))
    }

    @Test(
        "that fails is reported in a line",
        arguments: [("exit 3", "ended with exit code 3"), ("kill -9 $$", "was ended by signal 9")]
    )
    func fails(text: String, report: String) async throws {
        let queue = queue(try script(text))
        queue.add("{}")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(reports.all.count == 1 && reports.all[0].hasSuffix(report), "\(reports.all)")
    }

    @Test(
        "that does not end is ended, with what it has started",
        arguments: ["sleep 1000", "trap '' TERM; while true; do sleep 1000; done"]
    )
    func hangs(text: String) async throws {
        var limits = ProgramLimits()
        limits.time = .milliseconds(200)
        limits.grace = .milliseconds(200)
        let queue = queue(try script(text), limits)
        queue.add("{}")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(reports.all.count == 1 && reports.all[0].contains("was ended"), "\(reports.all)")
    }

    @Test("is run for each line, a few at once, while one hangs")
    func atOnce() async throws {
        var limits = ProgramLimits()
        limits.time = .seconds(5)
        let queue = queue(try script("read line; case $line in hang) sleep 1000;; esac; echo $line >> lines"), limits)
        queue.add("hang")
        for number in 0..<20 { queue.add("\(number)") }
        #expect(await queue.close(within: .seconds(60)) == 0)
        let lines = try content("lines").split(separator: "\n").compactMap { Int($0) }
        #expect(lines.sorted() == Array(0..<20))
        #expect(reports.all.count == 1 && reports.all[0].contains("took longer than"), "\(reports.all)")
    }

    @Test("is not run for more than may wait, and that is said; what runs at the end is ended")
    func full() async throws {
        var limits = ProgramLimits()
        // None of them is ended for its time, however long this takes.
        limits.time = .seconds(900)
        let queue = queue(try script("echo $$ >> pids; sleep 1000"), limits)
        for _ in 0..<ProgramQueue.atOnce + ProgramQueue.mostWaiting + 10 { queue.add("{}") }
        try await reports.wait("that it is full") { $0.contains { $0.contains("it is not run") } }
        // Those that run may not have left the queue yet when it fills up.
        let left = await queue.close(within: .milliseconds(500))
        #expect((ProgramQueue.mostWaiting...ProgramQueue.mostWaiting + ProgramQueue.atOnce).contains(left))
        // Nothing is left behind.
        let pids = try content("pids").split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == ProgramQueue.atOnce)
        for pid in pids { #expect(kill(pid, 0) == -1) }
    }
}
