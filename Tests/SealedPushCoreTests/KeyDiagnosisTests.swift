// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// What an error says of a text that should have been a key, and what it never says.
struct KeyDiagnosisTests {
    /// A text given where a device's secret key is wanted, the part of it that is secret, and what the error begins with.
    struct Wrong: Sendable, CustomStringConvertible {
        let description: String
        let text: String
        let secret: String
        let message: String

        init(_ description: String, _ text: String, secret: String, _ message: String) {
            self.description = description
            self.text = text
            self.secret = secret
            self.message = message
        }
    }

    private static let hex = "c2b8f01d378b0e2324fb38e88a24f9d30755ed89df8602979973397cb6a7641e"
    private static let letters = "wrjwHTeLDiMk-zjoiiT50wdV7YnfxgKXmX6Xa6dkHj48gvl7"
    private static let cut = String(letters.dropLast())

    static let wrong = [
        Wrong("nothing", "", secret: hex, "this is empty"),
        Wrong("hex", hex, secret: hex, "this is 64 hex digits"),
        Wrong("hex in capitals", hex.uppercased(), secret: hex.uppercased(), "this is 64 hex digits"),
        Wrong(
            "base64url without its prefix",
            letters,
            secret: letters,
            "this is 48 characters of base64"
        ),
        Wrong(
            "padded base64",
            "wrjwHTeLDiMk+zjoiiT50wdV7YnfxgKXmX6Xa6dkHj4=",
            secret: "wrjwHTeLDiMk+zjoiiT50wdV7YnfxgKXmX6Xa6dkHj4=",
            "this is 44 characters of base64"
        ),
        Wrong("PEM", "-----BEGIN PRIVATE KEY-----\n\(letters)", secret: letters, "this is a PEM file"),
        Wrong(
            "a secret key of age",
            "AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW",
            secret: "1QQPZRY9X8GF2TVDW",
            "this is a key of age"
        ),
        Wrong(
            "a public key of age",
            "age1qqpzry9x8gf2tvdw0s3jn54khce6mua7l",
            secret: "qqpzry9x8gf2tv",
            "this is a key of age"
        ),
        Wrong("JSON", "{\"k\":\"\(letters)\"}", secret: letters, "this is JSON"),
        Wrong(
            "a passphrase",
            "correct horse battery staple",
            secret: "correct horse battery staple",
            "this is not key text"
        ),
        Wrong("bytes that are no text", "\u{0}\u{1}\(letters)", secret: letters, "this is not text"),
        Wrong("a card", "sealedpush:card:\(letters)", secret: letters, "this is a card"),
        Wrong(
            "an export",
            "sealedpush:wrapped:\(letters)",
            secret: letters,
            "this is an export under a passphrase (open it with 'sealedpush key import')"
        ),
        Wrong(
            "an unknown KIND",
            "sealedpush:master-secret:\(letters)",
            secret: letters,
            "this begins with sealedpush: but names no kind of key there is"
        ),
        Wrong(
            "capitals",
            "SEALEDPUSH:DEVICE-SECRET:\(letters)",
            secret: letters,
            "this is key text in the wrong letter case"
        ),
        Wrong(
            "a key cut short",
            "sealedpush:device-secret:\(cut)",
            secret: cut,
            "sealedpush:device-secret:… has 47 characters after the last colon, expected 48: it was cut short"
        ),
        Wrong(
            "a typo",
            "sealedpush:device-secret:A\(letters.dropFirst())",
            secret: letters,
            "sealedpush:device-secret:… has a typo: its checksum does not match"
        ),
        Wrong(
            "the other alphabet",
            "sealedpush:device-secret:+\(letters.dropFirst())",
            secret: letters,
            "sealedpush:device-secret:… is in the standard base64 alphabet ('+' and '/'), not base64url ('-' and '_')"
        ),
        Wrong(
            "padding",
            "sealedpush:device-secret:\(cut)=",
            secret: letters,
            "sealedpush:device-secret:… ends in '=' padding, which base64url here never has"
        ),
        Wrong(
            "another KIND",
            "sealedpush:shared-secret:tLUVMXW_mi6JURxeT1DmySdPZYA8pP1tcIz1nkClVWN1lL3G",
            secret: "tLUVMXW_mi6JURxeT1DmySdPZYA8pP1tcIz1nkClVWN1lL3G",
            "this is a shared-secret key (sealedpush:shared-secret:…)"
        ),
    ]

    @Test("An error names what was given, and what was wanted", arguments: wrong)
    func named(_ wrong: Wrong) {
        let error = #expect(throws: KeyError.self) { try DeviceKey.Secret(text: wrong.text) }
        #expect(error?.description.hasPrefix(wrong.message) == true, "\(error?.description ?? "")")
        if !wrong.message.hasPrefix("sealedpush:device-secret:") {
            #expect(error?.description == "\(wrong.message), expected sealedpush:device-secret:…")
        }
    }

    @Test("An error holds no 8 characters of the text that was given", arguments: wrong)
    func silent(_ wrong: Wrong) throws {
        let keyLine = try SecretBytes([UInt8](wrong.text.replacing("\n", with: "").utf8))
        for kind in [0, 1, 2, 3, 4] {
            let error = #expect(throws: (any Error).self) {
                switch kind {
                case 0: _ = try DeviceKey.Secret(text: wrong.text)
                case 1: _ = try DeviceKey.Public(text: wrong.text)
                case 2: _ = try KeyCard(text: wrong.text)
                case 3: _ = try KeyExport.check(wrong.text.utf8)
                default:
                    _ = try KeyFile(keyLine)
                    // A file may hold any KIND, so a good key of another one is no fault there.
                    throw KeyError(.malformed, "")
                }
            }
            let message = Array("\(String(describing: error))")
            let secret = Array(wrong.secret)
            for start in 0...(secret.count - 8) {
                #expect(!String(message).contains(String(secret[start..<start + 8])))
            }
        }
    }

    @Test("A public key is named where a secret one is wanted")
    func publicForSecret() throws {
        let text = "sealedpush:device:slp-oNq9PfRGaW6d-6065Ay0dUR_LJpseU8TDPFxzUJYE8LU"
        let error = #expect(throws: KeyError.self) { try DeviceKey.Secret(text: text) }
        #expect(
            error?.description
                == "this is a device key (sealedpush:device:…), expected sealedpush:device-secret:…"
        )
    }
}
