// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// Secrets on the command line, where everyone on the machine sees them: refused, and never repeated.
struct SecretArgumentTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// Expects a refusal that repeats no part of the secret.
    private func expectRefusal(_ result: CommandResult, of secret: String, _ codes: Set<Int32>) {
        #expect(codes.contains(result.code), "\(result.error)")
        #expect(result.output.isEmpty)
        expectOneLine(result.error)
        for start in stride(from: 0, to: secret.count - 12, by: 6) {
            let part = secret.dropFirst(start).prefix(12)
            #expect(part.contains(":") || !result.error.contains(part), "\(result.error)")
        }
    }

    /// Command lines with the secret at every place there is.
    private func commandLines(with secret: String) -> [[String]] {
        [
            ["seal", "--to", secret, "--anonymous", "--body", "x"],
            ["seal", "--to", keys.phonePublic, "--from", secret, "--body", "x"],
            ["seal", "--to", keys.phonePublic, "--anonymous", secret],
            ["open", "--key", secret], ["open", "--key", keys.phone, "--trust", secret],
            ["open", "--key", keys.phone, secret], ["inspect", secret], ["key", "public", secret],
            ["key", "export", secret, "--passphrase-file", keys.door],
            ["key", "export", keys.phone, "--passphrase-file", secret],
            ["key", "import", secret, "-o", keys.path("new.key")],
            ["key", "new", "device", secret, "-o", keys.path("new.key")], ["key", "new", "device", secret],
            ["key", "show", secret], ["key", "card", secret], ["key", "verify", secret], ["key", "rotate", secret],
            ["key", "revoke", secret], ["key", "delete", secret], ["key", "trust", secret],
            ["key", "trust", keys.doorPublic, "--name", secret], ["seal", "--to-file", secret, "--anonymous"],
            [secret], ["key", secret],
        ]
    }

    @Test("Secret key text is refused at every place, and not repeated", arguments: ["phone", "door", "group"])
    func keyText(_ name: String) throws {
        let kind = ["phone": "device-secret", "door": "signer-secret", "group": "shared-secret"][name]
        let secret = try keys.line(#require(kind), in: keys.path("\(name).key"))
        for arguments in commandLines(with: secret) {
            let result = try CommandResult(arguments)
            expectRefusal(result, of: secret, [64])
            #expect(result.error.contains("a secret key on the command line is seen by everyone"), "\(arguments)")
        }
        #expect(!keys.names.contains("new.key"))
    }

    @Test("Secret key text that is not quite right is not repeated either")
    func damaged() throws {
        let secret = try keys.line("device-secret", in: keys.phone)
        for damaged in [secret.uppercased(), " \(secret)", "\(secret)\n", String(secret.dropLast(3)), "\(secret)x"] {
            for arguments in commandLines(with: damaged) {
                let arguments = ["--store", keys.path("store.db")] + arguments
                expectRefusal(try CommandResult(arguments), of: secret, [64, 65, 66])
                expectRefusal(try CommandResult(arguments), of: secret.uppercased(), [64, 65, 66])
            }
        }
        #expect(!keys.names.contains("new.key"))
    }

    @Test("Bytes of a key in another spelling are named by their form and not repeated")
    func otherForms() throws {
        let bytes = try DeviceKey.Secret().secretBytes.withCopy { $0 }
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let base64 = Data(bytes).base64EncodedString().replacingOccurrences(of: "/", with: "+")
        for (text, says) in [
            (hex, "64 hex digits"), (hex.uppercased(), "64 hex digits"), (base64, "44 characters of base64"),
            (Encoding.base64url(bytes), "43 characters of base64"),
        ] {
            let store = ["--store", keys.path("store.db")]
            for result in try [
                CommandResult(store + ["seal", "--to", text, "--anonymous", "--body", "x"]),
                CommandResult(store + ["seal", "--to", keys.phonePublic, "--from", text, "--body", "x"]),
                CommandResult(store + ["open", "--key", keys.phone, "--trust", text], input: keys.sealed()),
            ] {
                expectRefusal(result, of: text, [66])
                #expect(result.error.contains(says), "\(result.error)")
                #expect(result.error.contains("expected sealedpush:"), "\(result.error)")
            }
        }
    }

    @Test("Public key text, a card or a sealed text where a file is wanted is told how to be given")
    func publicText() throws {
        for arguments in [
            ["inspect", keys.phoneText], ["key", "public", keys.doorText], ["inspect", "sealedpush:card:AA"],
        ] {
            SealedPushCLITests.expectRefusal(
                try CommandResult(arguments),
                64,
                says: "this is text, and the name of a file is wanted; pipe it in"
            )
        }
    }

    @Test("What stands in --data, --badge and other fields is not repeated in errors")
    func fields() throws {
        let seal = ["seal", "--to", keys.phonePublic, "--anonymous"]
        for options in [["--data", "hunter2"], ["--data", "=hunter2"], ["--body", "x", "--badge", "hunter2"]] {
            let result = try CommandResult(seal + options)
            SealedPushCLITests.expectRefusal(result, 64, says: options[options.count - 2])
            #expect(!result.error.contains("hunter2"))
        }
    }
}
