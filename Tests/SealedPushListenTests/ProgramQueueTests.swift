// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("The user's program")
struct ProgramQueueTests {
    private let folder: TemporaryDirectory
    private let journal: Journal
    private let reports = Inbox()

    init() throws {
        folder = try TemporaryDirectory()
        journal = try Journal(at: folder.path("journal.db"))
    }

    private func script(_ text: String) throws -> String {
        let source = try folder.write("source", "#!/bin/sh\ncd \(folder.url.path)\n\(text)\n")
        let program = folder.path("program")
        // By a child: a program that this process writes may be "busy", by a child of another test that has inherited it.
        #expect(try Child.run("install", ["-m", "700", source, program]).code == 0)
        return program
    }

    private func queue(_ program: String, _ limits: ProgramLimits = ProgramLimits()) throws -> ProgramQueue {
        try ProgramQueue(program, journal: journal, limits: limits) { [reports] in reports.add($0) }
    }

    private func content(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test("gets the line on its standard input, whole and to its end, also under a name")
    func input() async throws {
        let line = String(repeating: "x", count: 100_000)
        let queue = try queue(try script("cat > one && cat /dev/stdin > two"))
        queue.add(line)
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(try content("one") == line + "\n")
        #expect(reports.all == [])
    }

    @Test("may end without reading it")
    func unread() async throws {
        let queue = try queue(try script("exit 0"))
        queue.add(String(repeating: "x", count: 1_000_000))
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(reports.all == [])
    }

    @Test("is not run by a shell: its name is one word, and the line no argument")
    func noShell() async throws {
        var limits = ProgramLimits()
        // It is tried once.
        limits.pause = .seconds(900)
        let queue = try queue("\(try script("echo \"$#\" > count")); touch \(folder.path("pwned"))", limits)
        queue.add("$(touch \(folder.path("pwned")))")
        try await reports.wait(count: 1)
        #expect(await queue.close(within: .zero) == 1)
        #expect(try journal.run(after: 0)?.wasBegun == false)
        #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
        #expect(reports.all.count == 1 && reports.all[0].contains("could not be run: no such file or directory"))
    }

    @Test("has a small environment")
    func environment() async throws {
        setenv("SEALEDPUSH_STORE", "secret place", 1)
        defer { unsetenv("SEALEDPUSH_STORE") }
        let queue = try queue(try script("env > environment"))
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
        let queue = try queue(try script(text))
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
        let queue = try queue(try script(text), limits)
        queue.add("{}")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(reports.all.count == 1 && reports.all[0].contains("was ended"), "\(reports.all)")
    }

    @Test("is run for each line, a few at once, while one hangs")
    func atOnce() async throws {
        var limits = ProgramLimits()
        limits.time = .seconds(5)
        let queue = try queue(
            try script("read line; case $line in hang) sleep 1000;; esac; echo $line >> lines"),
            limits
        )
        queue.add("hang")
        for number in 0..<20 { queue.add("\(number)") }
        #expect(await queue.close(within: .seconds(60)) == 0)
        let lines = try content("lines").split(separator: "\n").compactMap { Int($0) }
        #expect(lines.sorted() == Array(0..<20))
        #expect(reports.all.count == 1 && reports.all[0].contains("took longer than"), "\(reports.all)")
    }

    @Test("that runs at the end is ended, and what it was run for is left with what waits")
    func left() async throws {
        var limits = ProgramLimits()
        // None of them is ended for its time, however long this takes.
        limits.time = .seconds(900)
        let begun = try folder.fifo("begun")
        let queue = try queue(try script("echo $$ >> pids; echo > begun; exec sleep 1000"), limits)
        let count = ProgramQueue.atOnce + 3
        for number in 0..<count { queue.add("{\"number\":\(number)}") }
        for _ in 0..<ProgramQueue.atOnce { try begun.wait() }
        #expect(await queue.close(within: .milliseconds(100), isFinishing: false) == count)
        // Nothing is left behind.
        let pids = try content("pids").split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == ProgramQueue.atOnce)
        for pid in pids { #expect(kill(pid, 0) == -1) }
        var runs: [Journal.Run] = []
        while let run = try journal.run(after: runs.last?.number ?? 0) { runs.append(run) }
        #expect(runs.map(\.line) == (0..<count).map { "{\"number\":\($0)}" })
        #expect(runs.map(\.wasBegun) == (0..<count).map { $0 < ProgramQueue.atOnce })
    }

    @Test("is run for what an earlier process left, with a mark where it had begun for that")
    func takenUp() async throws {
        for number in 0..<6 { try journal.addRun("{\"number\":\(number)}") }
        try journal.setRunBegun(1, true)
        let queue = try queue(try script("cat >> lines"))
        queue.start()
        #expect(await queue.close(within: .seconds(60)) == 0)
        let lines = try content("lines").split(separator: "\n").map(String.init)
        #expect(Set(lines) == Set([#"{"number":0,"inDoubt":true}"#] + (1..<6).map { "{\"number\":\($0)}" }))
        #expect(lines.count == 6)
        #expect(try journal.runCount() == 0)
        #expect(reports.all == [])
    }

    @Test("that cannot be begun is tried again until it can, without a mark")
    func triedAgain() async throws {
        var limits = ProgramLimits()
        limits.pause = .milliseconds(20)
        let queue = try queue(folder.path("program"), limits)
        queue.add("{\"number\":0}")
        try await reports.wait(count: 2)
        _ = try script("cat >> lines")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(try content("lines") == "{\"number\":0}\n")
        #expect(reports.all.allSatisfy { $0.hasSuffix("could not be run: no such file or directory") })
    }

    @Test("has room for so many runs, and then for one when one ends")
    func room() async throws {
        var limits = ProgramLimits()
        limits.mostWaiting = 2
        limits.patience = .seconds(60)
        let held = try folder.fifo("held")
        let queue = try queue(try script("read line < held"), limits)
        for _ in 0..<2 {
            #expect(queue.waitForRoom { false })
            queue.add("{}")
        }
        // At the end nobody waits.
        #expect(!queue.waitForRoom { true })
        #expect(reports.all == [])
        held.release()
        #expect(queue.waitForRoom { false })
        held.release()
        #expect(await queue.close(within: .seconds(60)) == 0)
    }

    @Test("has no room for long enough: that is said")
    func noRoom() throws {
        var limits = ProgramLimits()
        limits.mostWaiting = 0
        limits.patience = .milliseconds(50)
        #expect(try !queue("true", limits).waitForRoom { false })
        #expect(reports.all == ["0 runs of true wait: pushes wait at the broker until one has ended"])
    }

    @Test("inherits nothing but its input and our standard error")
    func inheritsNothing() async throws {
        // As a library opens something, without the mark.
        let number = fcntl(STDERR_FILENO, F_DUPFD, 300)
        defer { close(number) }
        let queue = try queue(try script("test -e /proc/$$/fd/\(number); echo $? > state"))
        queue.add("{}")
        #expect(await queue.close(within: .seconds(60)) == 0)
        #expect(try content("state") == "1\n")
    }
}
