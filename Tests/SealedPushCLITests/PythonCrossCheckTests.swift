// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Random contents between the command and a second implementation, `Tests/Reference/crosscheck.py`: both modes, signed and
/// not, every spelling that JSON allows.
struct PythonCrossCheckTests {
    private static let crossCheck = "Tests/Reference/crosscheck.py"
    /// Told when a test fails, so that it can be had again.
    private let seed = String(UInt64.random(in: 0..<1_000_000))
    private let count = Rounds.count(1_000)
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func file(_ number: Int, _ ending: String) -> String {
        let digits = String(number)
        return folder.path(String(repeating: "0", count: 4 - digits.count) + digits + ending)
    }

    @Test("The command opens what the reference seals, to the last byte")
    func opens() throws {
        let made = try Python.run(Self.crossCheck, ["seal", String(count), seed, folder.url.path])
        try #require(made.code == 0, "\(made.error)")
        for number in 0..<count {
            let vector = try Vector(URL(filePath: file(number, ".json"))).members
            let outer = try #require((vector["outer"] as? String).flatMap { Data(base64Encoded: $0) })
            let payload = try #require((vector["payload"] as? String).flatMap { Data(base64Encoded: $0) })
            let opened = try CommandResult(
                [
                    "open", "--json", "--key", folder.path("device.key"), "--key", folder.path("shared.key"),
                    "--trust", folder.path("signer.txt"), "--allow-anonymous",
                ],
                input: [UInt8](outer)
            )
            #expect(opened.code == 0, "seed \(seed), number \(number): \(opened.error)")
            let line = try OpenedLine(opened, payload: JSON.minified(String(decoding: payload, as: UTF8.self)))
            #expect(line.signer == vector["signer"] as? String, "seed \(seed), number \(number)")
        }
    }

    @Test("The reference opens what the command seals, token for token")
    func seals() throws {
        let made = try Python.run(Self.crossCheck, ["contents", String(count), seed, folder.url.path])
        try #require(made.code == 0, "\(made.error)")
        let device = try CommandResult(["key", "new", "device", "-o", folder.path("device.key")])
        let shared = try CommandResult(["key", "new", "shared", "-o", folder.path("shared.key")])
        let signer = try CommandResult(["key", "new", "signer", "-o", folder.path("door.key")])
        try #require(device.code == 0 && shared.code == 0 && signer.code == 0)
        try folder.write("signer.txt", try #require(signer.lines.last))
        let deviceText = try #require(device.lines.last)
        for number in 0..<count {
            let recipient = number.isMultiple(of: 2) ? deviceText : folder.path("shared.key")
            let sender = number / 2 % 2 == 0 ? ["--from", folder.path("door.key")] : ["--anonymous"]
            let padding = number / 4 % 2 == 0 ? "bucket" : "none"
            let sealed = try CommandResult(
                ["seal", "--to", recipient, "--padding", padding] + sender + [file(number, ".apns")]
            )
            try #require(sealed.code == 0, "seed \(seed), number \(number): \(sealed.error)")
            try Data(sealed.output).write(to: URL(filePath: file(number, ".sealed")))
        }
        let opened = try Python.run(Self.crossCheck, ["open", folder.url.path])
        #expect(opened.code == 0, "seed \(seed): \(opened.text)")
        #expect(opened.lines.last == "\(count) passed, 0 failed", "seed \(seed): \(opened.text)")
    }
}
