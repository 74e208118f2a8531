// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Standard streams that are closed, full, or left by whoever read them.
struct StandardStreamTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// Command lines that print something; each is given a push at standard input.
    private var printing: [[String]] {
        [
            ["--help"], ["--version"], ["help", "seal"], ["key", "public", keys.phone],
            ["seal", "--to", keys.phonePublic, "--anonymous", "--body", "hello"],
            ["seal", "--to", keys.phonePublic, "--to", keys.group, "--anonymous", "--body", "hello"],
            ["open", "--key", keys.phone, "--trust", keys.doorPublic], ["inspect", keys.phonePublic],
        ]
    }

    @Test("A broken pipe ends quietly with exit code 74")
    func brokenPipe() throws {
        for arguments in printing {
            var ends: [Int32] = [0, 0]
            // A pipe that no other child of this test process inherits.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            close(ends[0])
            defer { close(ends[1]) }
            let error = keys.path("error")
            let (code, _) = try run(arguments, output: ends[1], error: error)
            #expect(code == 74, "\(arguments)")
            #expect(try keys.text(of: error) == "", "\(arguments)")
        }
    }

    @Test("A full disk behind standard output is an error of output")
    func fullOutput() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        for arguments in printing {
            let (code, error) = try run(arguments, output: full)
            #expect(code == 74, "\(arguments)")
            expectOneLine(error)
            #expect(error == "sealedpush: cannot write standard output: no space left on device\n")
        }
    }

    @Test("A full disk behind standard error changes nothing else")
    func fullError() throws {
        let output = open(keys.path("output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        let full = "/dev/full"
        #expect(try run(["key", "public", keys.path("missing")], output: output, error: full).0 == 66)
        #expect(try run(["key", "public", keys.phone], output: output, error: full).0 == 0)
        #expect(try keys.text(of: keys.path("output")) == keys.text(of: keys.phonePublic))
    }

    @Test("A closed standard output is an error of output")
    func closedOutput() throws {
        for arguments in printing {
            let (code, error) = try run(arguments, output: nil)
            #expect(code == 74, "\(arguments)")
            #expect(error == "sealedpush: cannot write standard output: bad file descriptor\n")
        }
    }

    @Test("A closed standard input is an error of input")
    func closedInput() throws {
        for arguments in [
            ["open", "--key", keys.phone], ["inspect"], ["key", "public"],
            ["seal", "--to", keys.phonePublic, "--anonymous"],
            ["seal", "--to", "-", "--anonymous", "--body", "hello"],
        ] {
            let result = try Tool.shell("exec \"$0\" \"$@\" <&-", arguments)
            expectRefusal(result, 74, says: "cannot read standard input: bad file descriptor")
        }
    }

    @Test("Whichever standard streams are closed, nothing but keys ends up in a key file", arguments: 0..<8)
    func keyFile(_ closed: Int) throws {
        let place = keys.path("new.key")
        let streams = ["<&-", ">&-", "2>&-"].enumerated().filter { closed & 1 << $0.offset != 0 }.map(\.element)
        let script = "exec \"$0\" -v \"$@\" \(streams.joined(separator: " "))"
        let before = keys.names
        let result = try Tool.shell(script, ["key", "new", "device", "-o", place])
        #expect(result.code == (closed & 2 != 0 ? 74 : 0))
        #expect(keys.names == (before + ["new.key"]).sorted())
        let lines = try keys.text(of: place).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("sealedpush:") }.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("sealedpush:") || $0.hasPrefix("# ") })
        #expect(try CommandResult(["key", "public", place]).code == 0)
    }

    @Test("Key files that could not be announced are whole all the same")
    func keyFileWithoutOutput() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let place = keys.path("new.key")
        #expect(try run(["key", "new", "signer", "-o", place], output: full).0 == 74)
        #expect(try CommandResult(["key", "public", place]).lines.count == 2)
    }

    /// Runs the command with a push at standard input; returns its exit code, and what it said where `error` is not given.
    private func run(_ arguments: [String], output: Int32?, error: String? = nil) throws -> (Int32, String) {
        let push = open(try keys.write("push.json", keys.sealed()), O_RDONLY | O_CLOEXEC)
        let place = error ?? keys.path("said")
        let said = open(place, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer {
            close(push)
            close(said)
        }
        let code = try Child(Tool.path, arguments, descriptors: [push, output, said]).wait()
        return (code, error == nil ? try keys.text(of: place) : "")
    }
}
