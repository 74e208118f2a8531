// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("The program for each push")
struct RunTests {
    private let under: DeviceUnderTest

    init() throws { under = try DeviceUnderTest(broker: nil) }

    @Test("is in the journal when the broker may forget the push, and goes from there when it has ended")
    func kept() async throws {
        let held = try under.folder.fifo("held")
        let script = "#!/bin/sh\nread line < \(under.folder.path("held"))\ncat > \(under.folder.path("told"))\n"
        let source = try under.folder.write("source", script)
        let program = under.folder.path("program")
        #expect(try Child.run("install", ["-m", "700", source, program]).code == 0)
        let local = try await LocalListener(under, program: program)
        #expect(await local.take(try under.push("Door")))
        #expect(await local.take(try under.push("Window", signed: false)))
        // None for what was not opened.
        #expect(try local.journal.runCount() == 1)
        let line = try await local.output.wait(count: 1)[0]
        #expect(try local.journal.run(after: 0)?.line == line)
        held.release()
        #expect(await local.program?.close(within: .seconds(60)) == 0)
        #expect(try String(contentsOfFile: under.folder.path("told"), encoding: .utf8) == line + "\n")
        #expect(try local.journal.runCount() == 0)
    }

    @Test("leaves a push with the broker while too many wait, and takes what comes again all the same")
    func full() async throws {
        var limits = ProgramLimits()
        limits.mostWaiting = 1
        limits.patience = .milliseconds(50)
        let local = try await LocalListener(under, program: under.folder.path("missing"), limits: limits)
        let push = try under.push("Door")
        #expect(await local.take(push))
        #expect(await !local.take(try under.push("Window")))
        #expect(local.shownTitles == ["Door"])
        #expect(await local.take(push))
        #expect(await local.take([UInt8]("rubbish".utf8)))
        #expect(local.listener.summary == ListenCounts(opened: 1, refused: 1, repeated: 1))
        try await local.said.wait("the reason") { $0.contains { $0.contains("1 runs of ") } }
    }

    @Test("is in the journal with the step that tells of the push, or not at all")
    func together() throws {
        let journal = try Journal(at: under.folder.path("journal.db"))
        try journal.begin("h", seen: nil)
        #expect(try journal.runCount() == 0)
        try journal.setTold("h", run: "{}")
        #expect(try Journal(at: under.folder.path("journal.db")).run(after: 0)?.line == "{}")
        try journal.endRun(1)
        #expect(try journal.run(after: 0) == nil)
        #expect(try journal.entry("h")?.isTold == true)
    }

    @Test("that was left is marked in doubt only if it had begun")
    func mark() {
        #expect(Journal.Run(number: 1, line: #"{"a":1}"#, wasBegun: false).input == #"{"a":1}"#)
        #expect(Journal.Run(number: 1, line: #"{"a":1}"#, wasBegun: true).input == #"{"a":1,"inDoubt":true}"#)
    }

    @Test("a journal of the version before is taken over")
    func migration() throws {
        let path = under.folder.path("journal.db")
        do {
            let journal = try Journal(at: path)
            try journal.begin("h", seen: nil)
            try journal.setTold("h")
        }
        do {
            let connection = try Connection(path: path, patience: 1000)
            try connection.execute("DROP INDEX push_unrecorded; DROP TABLE run; PRAGMA user_version = 1")
        }
        let journal = try Journal(at: path)
        #expect(try journal.entry("h")?.isTold == true)
        #expect(try journal.runCount() == 0 && journal.unrecorded().isEmpty)
    }
}
