// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `Examples/python` and the command open what the other seals.
struct PythonExampleTests {
    private static let refused: Set = ["silent-background.apns", "badge-only.apns", "too-long.apns"]
    private static let payloads = TestFiles.list("Payloads", ending: ".apns").filter {
        !refused.contains($0.lastPathComponent)
    }
    private static let seal = "Examples/python/seal.py"
    private static let open = "Examples/python/open.py"

    @Test("The command opens what seal.py seals", arguments: payloads)
    func commandOpens(_ file: URL) throws {
        let keys = try KeyFolder()
        let payload = try keys.bytes(of: file.path)
        for (recipient, key) in [(keys.phoneText, keys.phone), (keys.group, keys.group)] {
            for signer in [[keys.door], []] {
                let sealed = try Python.run(Self.seal, [recipient] + signer, input: payload)
                try #require(sealed.code == 0, "\(sealed.error)")
                let opened = try CommandResult(
                    ["open", "--json", "--key", key, "--trust", keys.doorText, "--allow-anonymous"],
                    input: sealed.output
                )
                let line = try OpenedLine(opened, payload: JSON.minified(String(decoding: payload, as: UTF8.self)))
                #expect(line.signer == (signer.isEmpty ? nil : keys.doorText))
            }
        }
    }

    @Test("open.py opens what the command seals", arguments: payloads)
    func exampleOpens(_ file: URL) throws {
        let keys = try KeyFolder()
        for (recipient, key) in [(keys.phonePublic, keys.phone), (keys.group, keys.group)] {
            for (sender, trusted) in [(["--from", keys.door], [keys.doorText]), (["--anonymous"], [])] {
                let sealed = try CommandResult(["seal", "--to", recipient] + sender + [file.path])
                let opened = try Python.run(Self.open, [key] + trusted, input: sealed.output)
                #expect(opened.code == 0, "\(opened.error)")
                let again = try CommandResult(
                    ["open", "--json", "--key", key] + (trusted.isEmpty ? [] : ["--trust", keys.doorText]),
                    input: sealed.output
                )
                _ = try OpenedLine(again, payload: opened.text)
            }
        }
    }

    @Test("open.py refuses what is not signed, or by someone else, where it was told whom to trust")
    func exampleRefuses() throws {
        let keys = try KeyFolder()
        let stranger = try KeyFolder()
        for (push, trusted) in try [
            (keys.sealed(anonymous: true), keys.doorText), (keys.sealed(), stranger.doorText),
        ] {
            let opened = try Python.run(Self.open, [keys.phone, trusted], input: push)
            #expect(opened.code == 1)
            #expect(opened.output.isEmpty)
            #expect(opened.error.hasPrefix("open.py: "))
        }
    }
}
