// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@Suite("The program of a listener with a real broker", .serialized)
struct ListenRunsTests {
    private let broker: Broker
    private let under: DeviceUnderTest
    private let begun: Fifo
    private let ended: Fifo

    init() async throws {
        broker = try await Broker()
        under = try DeviceUnderTest(broker: broker.url)
        begun = try under.folder.fifo("begun")
        ended = try under.folder.fifo("ended")
    }

    /// One that tells that it has begun and never ends by itself, as long as there is a file; else it keeps what it gets.
    private func program() throws -> String {
        let folder = under.folder.url.path
        let text = """
            #!/bin/sh
            cd \(folder)
            if test -e hold; then echo $$ >> pids; echo > begun; exec sleep 1000; fi
            cat >> told
            echo > ended

            """
        let source = try under.folder.write("source", text)
        try under.folder.write("hold", "")
        #expect(try Child.run("install", ["-m", "700", source, under.folder.path("program")]).code == 0)
        return under.folder.path("program")
    }

    private func told() throws -> [JSONLine] {
        try String(contentsOfFile: under.folder.path("told"), encoding: .utf8).split(separator: "\n")
            .map { try JSONLine(String($0)) }
    }

    private func expectRest(_ count: Int, _ program: String, begun number: Int) async throws {
        try FileManager.default.removeItem(atPath: under.folder.path("hold"))
        let process = try ListenProcess(under, ["--json", "--show", "none", "--exec", program])
        try await process.listening()
        try await under.publish([try under.push("last")], at: broker.url)
        for _ in 0...count { try ended.wait() }
        #expect(process.end() == 0)
        let told = try told()
        #expect(Set(told.compactMap(\.title)) == Set((0..<count).map { "push \($0)" } + ["last"]))
        #expect(told.count == count + 1)
        #expect(told.filter(\.isInDoubt).count == number)
    }

    @Test("runs for every push, although the listener was killed while most waited", .timeLimit(.minutes(2)))
    func killed() async throws {
        let program = try program()
        let process = try ListenProcess(under, ["--json", "--show", "none", "--exec", program])
        try await process.listening()
        try await under.publish(try (0..<12).map { try under.push("push \($0)") }, at: broker.url)
        try await process.lines.wait(count: 12)
        for _ in 0..<4 { try begun.wait() }
        process.end(SIGKILL)
        let pids = try String(contentsOfFile: under.folder.path("pids"), encoding: .utf8).split(separator: "\n")
        for pid in pids.compactMap({ pid_t($0) }) { kill(pid, SIGKILL) }
        try await expectRest(12, program, begun: 4)
    }

    @Test(
        "is ended with the listener in bounded time, which says what is left, and does it next",
        .timeLimit(.minutes(2))
    )
    func ended() async throws {
        let program = try program()
        let process = try ListenProcess(under, ["--json", "--show", "none", "--exec", program])
        try await process.listening()
        try await under.publish(try (0..<6).map { try under.push("push \($0)") }, at: broker.url)
        try await process.lines.wait(count: 6)
        for _ in 0..<4 { try begun.wait() }
        #expect(process.end() == 0)
        let said = try await process.errors.end()
        #expect(said.contains("sealedpush: runs of the program left for the next start: 6"), "\(said)")
        let idle = try ListenProcess(under, ["--show", "none"])
        try await idle.errors.wait("what is left") { $0.contains { $0.contains("wait for a start with --exec: 6") } }
        #expect(idle.end(SIGHUP) == 0)
        try await expectRest(6, program, begun: 4)
    }

    @Test("inherits no connection", .timeLimit(.minutes(2)))
    func descriptors() async throws {
        let folder = under.folder.url.path
        let text = "ls -l /proc/$$/fd > \(folder)/fds; mv \(folder)/fds \(folder)/done\n"
        let source = try under.folder.write("source", "#!/bin/sh\n\(text)")
        let program = under.folder.path("program")
        #expect(try Child.run("install", ["-m", "700", source, program]).code == 0)
        let process = try ListenProcess(under, ["--show", "none", "--exec", program, "--max", "1"])
        try await process.listening()
        try await under.publish([try under.push("Door")], at: broker.url)
        #expect(process.wait() == 0)
        let list = try String(contentsOfFile: under.folder.path("done"), encoding: .utf8)
        #expect(!list.contains("socket:"), "\(list)")
    }

    @Test("that is not there, or cannot be run, is said at the start", .timeLimit(.minutes(1)))
    func missing() async throws {
        let file = try under.folder.write("file", "")
        #expect(chmod(file, 0o600) == 0)
        let cases: [(String, Int32, String)] = [
            (under.folder.path("none"), 66, "cannot be run: no such file or directory"),
            ("sealedpush-no-such-program", 66, "it is in no folder of $PATH"),
            (file, 77, "cannot be run: permission denied; make it executable"),
            (under.folder.url.path, 66, "cannot be run: is a directory"),
        ]
        for (program, code, message) in cases {
            let process = try ListenProcess(under, ["--show", "none", "--exec", program])
            #expect(process.wait() == code)
            let said = try await process.errors.end()
            #expect(said.count == 1 && said[0].hasPrefix("sealedpush: --exec ") && said[0].contains(message), "\(said)")
        }
    }
}
