// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `seal --to-file` as a process: memory, terminals, readers that leave.
struct ToFileProcessTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func list(_ count: Int) throws -> String {
        try keys.write("list-\(count)", String(repeating: "\(keys.phoneText)\n", count: count))
    }

    /// The most memory a run has in use at once, in KiB.
    private func memory(_ count: Int) throws -> Int {
        let script = """
            import os, resource, subprocess, sys
            with open(os.devnull, "w") as null:
                subprocess.run(sys.argv[1:], stdout=null, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let seal = [Tool.path, "seal", "--anonymous", "--body", "x", "--to-file", try list(count)]
        let result = try Tool.run("python3", ["-c", script] + seal)
        return try #require(result.lines.first.flatMap { Int($0) }, "\(result.error)")
    }

    @Test("Ten thousand lines need no more memory than two thousand")
    func memory() throws {
        let few = try memory(2_000)
        let many = try memory(10_000)
        #expect(many < few + 4_096, "\(few) KiB, \(many) KiB")
    }

    @Test("A reader that leaves midway stops it, quietly, with exit code 74")
    func brokenPipe() throws {
        let script = "set -o pipefail; \"$0\" seal --anonymous --body x --to-file \"$1\" | head -n 600 | wc -l"
        let result = try Tool.shell(script, [list(10_000)], shell: "bash")
        #expect(result.code == 74)
        #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == "600")
        #expect(result.error == "")
    }

    @Test("Work over a second shows a count on a terminal, and takes it away in the end")
    func progress() throws {
        let (terminal, feeder, child) = try start([])
        try terminal.waitFor(" sealed")
        feeder.stop()
        #expect(child.wait() == 0)
        try terminal.waitFor("\r\u{1b}[K")
        let shown = terminal.screen.replacing("\r\u{1b}[K", with: "").split(separator: "\r")
        #expect(shown.allSatisfy { $0.wholeMatch(of: /[0-9]+ sealed/) != nil }, "\(terminal.screen)")
    }

    @Test("With -q, or where standard error is no terminal, there is no count")
    func noProgress() throws {
        for (options, redirects) in [(["-q"], false), ([], true)] {
            let error = redirects ? open(keys.path("error"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600) : nil
            let (terminal, feeder, child) = try start(options, error: error)
            // Twice as long as it takes for a count to be shown.
            feeder.waitFor(.seconds(2))
            feeder.stop()
            #expect(child.wait() == 0)
            terminal.show("end")
            try terminal.waitFor("end")
            #expect(terminal.screen == "end")
            if let error {
                close(error)
                #expect(try keys.bytes(of: keys.path("error")).isEmpty)
            }
        }
    }

    /// Starts it on a list that goes on until it is stopped, at a terminal.
    private func start(_ options: [String], error: Int32? = nil) throws -> (PseudoTerminal, Feeder, Child) {
        let path = keys.path("list-\(UUID().uuidString)")
        #expect(mkfifo(path, 0o600) == 0)
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let terminal = try PseudoTerminal()
        // Before the command, so that nobody waits for the other to open it.
        let feeder = Feeder(path, line: keys.phoneText)
        let seal = options + ["seal", "--anonymous", "--body", "x", "--to-file", path]
        return (terminal, feeder, try terminal.start(seal, output: null, error: error))
    }
}

/// Writes one line to a pipe again and again.
private final class Feeder: Sendable {
    private let descriptor: Int32
    private let isStopped = Flag()
    private let ended = DispatchSemaphore(value: 0)

    init(_ path: String, line: String) {
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let lines = [UInt8](String(repeating: line + "\n", count: 64).utf8)
        let descriptor = descriptor
        let (isStopped, ended) = (isStopped, ended)
        Thread.detachNewThread {
            var rest = lines[...]
            while !isStopped.isSet || rest.count < lines.count {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&waiting, 1, 5_000) > 0 else { break }
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 { rest = rest.dropFirst(count) }
                if rest.isEmpty { rest = lines[...] }
            }
            close(descriptor)
            ended.signal()
        }
    }

    /// Goes on for that long.
    func waitFor(_ time: Duration) {
        _ = ended.wait(timeout: .now() + .milliseconds(Int(time.components.seconds) * 1000))
    }

    /// Ends the list after a whole line.
    func stop() {
        isStopped.set()
        ended.wait()
    }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
