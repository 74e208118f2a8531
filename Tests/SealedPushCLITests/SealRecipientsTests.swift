// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `seal` for one recipient and for several.
struct SealRecipientsTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// The recipients and results of a run with several.
    private func lines(_ result: CommandResult) throws -> [(to: String, payload: String?, error: [String: Any]?)] {
        #expect(result.output.last == UInt8(ascii: "\n"))
        return try result.lines.map { line in
            let object = try #require(JSON.object(line))
            let to = try #require(object["to"] as? String)
            let prefix = "\"payload\":"
            let payload = line.range(of: prefix).map { String(line[$0.upperBound...].dropLast()) }
            #expect((payload == nil) != (object["error"] == nil))
            #expect(Set(object.keys) == ["to", payload == nil ? "error" : "payload"])
            return (to, payload, object["error"] as? [String: Any])
        }
    }

    @Test("One recipient's payload has no line end, unless it goes to a terminal")
    func oneRecipient() throws {
        let seal = ["seal", "--to", keys.phonePublic, "--anonymous", "--body", "hello"]
        let result = try CommandResult(seal)
        #expect(result.code == 0)
        #expect(result.output.last == UInt8(ascii: "}"))
        #expect(result.lines.count == 1)
        let terminal = try PseudoTerminal()
        let child = try terminal.start(seal, inputPath: "/dev/null")
        try terminal.waitFor("}\r\n")
        #expect(child.wait() == 0)
    }

    @Test("One recipient that fails leaves nothing on standard output")
    func oneFails() throws {
        let stray = try keys.write("stray", "sealedpush:device:AAAA\n")
        for recipient in [keys.door, keys.doorPublic, keys.path("missing"), stray, "phone", keys.path] {
            let result = try CommandResult(
                ["--store", keys.path("store.db"), "seal", "--to", recipient, "--anonymous", "--body", "hello"]
            )
            #expect(result.code == 65 || result.code == 66)
            #expect(result.output.isEmpty)
            expectOneLine(result.error)
        }
    }

    @Test("Several recipients have a line each, in order, and each opens on its own device alone")
    func several() throws {
        let others = try (0..<4).map { _ in try KeyFolder() }
        let recipients = others.map(\.phonePublic) + [keys.phoneText]
        let result = try CommandResult(
            ["seal", "--from", keys.door, "--body", "hello"] + recipients.flatMap { ["--to", $0] }
        )
        #expect(result.code == 0)
        #expect(result.error == "")
        let lines = try lines(result)
        #expect(lines.map(\.to) == recipients)
        var ids: Set<String> = []
        for (index, owner) in (others + [keys]).enumerated() {
            for (other, line) in lines.enumerated() {
                let push = [UInt8](try #require(line.payload).utf8)
                let opened = try CommandResult(
                    ["open", "--json", "--key", owner.phone, "--trust", keys.doorText],
                    input: push
                )
                guard index == other else {
                    #expect(try OpenedLine(opened, payload: OpenedLine.placeholder).reason == "unknownKey")
                    continue
                }
                let line = try OpenedLine(opened, payload: #"{"aps":{"alert":{"body":"hello"}}}"#)
                ids.insert(try #require(line.id))
            }
        }
        #expect(ids.count == recipients.count)
    }

    @Test("One bad recipient of five is named and stops no other; the exit code is then 1")
    func oneBad() throws {
        let missing = keys.path("missing")
        let recipients = [keys.phonePublic, keys.group, missing, keys.phoneText, keys.group]
        let result = try CommandResult(
            ["seal", "--anonymous", "--body", "hello"] + recipients.flatMap { ["--to", $0] }
        )
        #expect(result.code == 1)
        expectOneLine(result.error)
        #expect(result.error == "sealedpush: 1 of 5 recipients failed; the lines with \"error\" say why\n")
        let lines = try lines(result)
        #expect(lines.map(\.to) == recipients)
        #expect(lines.map { $0.payload != nil } == [true, true, false, true, true])
        #expect(lines[2].error?["code"] as? Int == 66)
        #expect(lines[2].error?["message"] as? String == "cannot read \(missing): no such file or directory")
    }

    @Test("Each kind of bad recipient gets its own line and reason")
    func manyBad() throws {
        let typo = keys.phoneText.dropLast() + (keys.phoneText.hasSuffix("A") ? "B" : "A")
        let unusable = "sealedpush:device:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let recipients = [keys.door, keys.phone, "phone", String(typo), unusable, keys.doorText, "a\u{202e}\nb"]
        let result = try CommandResult(
            ["--store", keys.path("store.db"), "seal", "--anonymous", "--body", "x"]
                + recipients.flatMap { ["--to", $0] }
        )
        #expect(result.code == 1)
        let lines = try lines(result)
        #expect(lines.map(\.to) == recipients)
        let codes = lines.map { $0.error?["code"] as? Int }
        #expect(codes == [65, 65, 66, 65, 65, 65, 66])
        let messages = lines.map { $0.error?["message"] as? String ?? "" }
        for (message, part) in zip(
            messages,
            [
                "holds no device key and no shared key", "seal to the public one: sealedpush key public",
                "for a file write ./phone", "typo", "typo", "this is signer key text, expected sealedpush:device:",
                "a\\u{202e}\\u{a}b",
            ]
        ) { #expect(message.contains(part), "\(message)") }
    }

    @Test("A payload or a signer that is no good stops all of it, and nothing is printed")
    func nothingAtAll() throws {
        let seal = ["seal", "--to", keys.phonePublic, "--to", keys.group]
        expectRefusal(try CommandResult(seal + ["--anonymous"], input: [UInt8]("{".utf8)), 65)
        expectRefusal(
            try CommandResult(seal + ["--from", keys.phone, "--body", "x"]),
            65,
            says: "no signer-secret key"
        )
        expectRefusal(try CommandResult(seal + ["--from", keys.path("none"), "--body", "x"]), 66)
        expectRefusal(
            try CommandResult(seal + ["--from", keys.doorText, "--body", "x"]),
            65,
            says: "signing takes the secret one"
        )
    }

    @Test("A broken line of standard output is the end of it, with exit code 74")
    func brokenPipe() throws {
        let script =
            "set -o pipefail; \"$0\" seal --anonymous --body x \(String(repeating: "--to \"$1\" ", count: 300)) | head -c 1"
        let result = try Tool.shell(script, [keys.phonePublic], shell: "bash")
        #expect(result.code == 74)
        #expect(result.error == "")
    }
}
