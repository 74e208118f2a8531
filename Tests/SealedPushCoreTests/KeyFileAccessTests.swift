// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

/// Key files on a disk: who may read them, and which key is taken.
struct KeyFileAccessTests {
    private let folder: TemporaryDirectory
    private let keys: [AnyKey]

    init() throws {
        folder = try TemporaryDirectory()
        keys = try Sample.keyOfEachKind()
    }

    @Test(
        "A secret file that everyone may read or write is refused with the command that mends it",
        arguments: [0o644, 0o604, 0o602, 0o666]
    )
    func exposed(_ mode: Int) throws {
        let path = try folder.write("phone.key", keys[1].text, mode: mode)
        let error = #expect(throws: KeyError.self) { try KeyFile(path: path) }
        #expect(error?.code == .exposedFile)
        #expect(
            error?.description
                == "\(path) holds a secret and everyone on this machine can read it; mend it with: chmod 600 \(path)"
        )
        expectKeyError(.exposedFile) { try DeviceKey.Secret(file: path) }
    }

    @Test(
        "The command that mends an exposed file works whatever its name is",
        arguments: [
            "my phone.key", "it's mine.key", "a'b\"c$(touch x)`d`.key", "$HOME", "*", "schlüssel.key",
            "a;b&c|d",
        ]
    )
    func mending(_ name: String) throws {
        let path = try folder.write(name, keys[1].text, mode: 0o644)
        let error = #expect(throws: KeyError.self) { try KeyFile(path: path) }
        let command = try #require(error?.description.split(separator: "mend it with: ").last)
        let outcome = try Child.run("/bin/sh", ["-c", String(command)])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try KeyFile(path: path).keys.map(\.text) == [keys[1].text])
    }

    @Test(
        "A secret file of its owner, or of its group as well, is read",
        arguments: [0o600, 0o400, 0o640]
    )
    func ownedFile(_ mode: Int) throws {
        let path = try folder.write("phone.key", keys[1].text, mode: mode)
        #expect(try DeviceKey.Secret(file: path).publicKey.description == keys[0].text)
    }

    @Test("A file of public keys may be readable by everyone")
    func publicFile() throws {
        let path = try folder.write("public.txt", "\(keys[0].text)\n\(keys[2].text)\n", mode: 0o644)
        #expect(try KeyFile(path: path).keys.map(\.text) == [keys[0].text, keys[2].text])
    }

    @Test("The key of the wanted KIND is found among others")
    func amongOthers() throws {
        let path = try folder.write("all.key", keys.map(\.text).joined(separator: "\n"))
        #expect(Sample.text(of: try DeviceKey.Secret(file: path)) == keys[1].text)
        #expect(Sample.text(of: try SigningKey.Secret(file: path)) == keys[3].text)
        #expect(Sample.text(of: try Identity.Secret(file: path)) == keys[5].text)
        #expect(Sample.text(of: try SharedKey(file: path)) == keys[6].text)
    }

    @Test("A file without the wanted KIND is refused with what it holds")
    func otherKinds() throws {
        let path = try folder.write("other.key", "\(keys[5].text)\n\(keys[3].text)\n\(keys[0].text)\n")
        let error = #expect(throws: KeyError.self) { try DeviceKey.Secret(file: path) }
        #expect(error?.code == .wrongKind)
        #expect(
            error?.description
                == "\(path): holds device, identity-secret, signer-secret, expected a device-secret key"
        )
    }

    @Test("A file with two keys of the wanted KIND is refused: none is taken by chance")
    func twoOfOneKind() throws {
        let other = try Sample.keyOfEachKind(8)
        let path = try folder.write("two.key", "\(keys[1].text)\n\(other[1].text)\n")
        let error = #expect(throws: KeyError.self) { try DeviceKey.Secret(file: path) }
        #expect(error?.code == .wrongKind)
        #expect(error?.description == "\(path): holds 2 device-secret keys, expected one")
    }

    @Test(
        "A file that cannot be read says why, with the system's number",
        arguments: [("missing", ENOENT), (".", EISDIR)]
    )
    func unreadable(_ name: String, _ number: Int32) throws {
        let path = folder.path(name)
        let error = #expect(throws: KeyError.self) { try KeyFile(path: path) }
        #expect(error?.code == .file)
        #expect(error?.errno == number)
        #expect(
            error?.description.hasPrefix("cannot read \(path): ") == true,
            "\(error?.description ?? "")"
        )
    }

    @Test("Random bytes, an empty file and an endless one are refused")
    func noKeyFile() throws {
        let random = try folder.write(
            "random",
            [0x80, 0xff, 0x00, 0x13, 0x37] + Sodium.randomBytes(24)
        )
        expectKeyError(.malformed) { try KeyFile(path: random) }
        expectKeyError(.malformed) { try KeyFile(path: folder.write("empty", "")) }
        let endless = #expect(throws: KeyError.self) { try KeyFile(path: "/dev/zero") }
        #expect(endless?.code == .malformed)
        #expect(endless?.description == "/dev/zero: more than 48000 bytes, too many for such a file")
    }

    @Test("A file of exactly the largest size is read, one byte more is not")
    func largestFile() throws {
        let comment =
            "# " + String(repeating: "x", count: KeyFile.maximumLength - keys[1].text.count - 3) + "\n"
        let path = try folder.write("large.key", comment + keys[1].text)
        #expect(try KeyFile(path: path).keys.count == 1)
        expectKeyError(.malformed) {
            try KeyFile(path: folder.write("larger.key", "#" + comment + keys[1].text))
        }
    }

    @Test("A path with control characters is spelled out in an error")
    func hostilePath() throws {
        let error = #expect(throws: KeyError.self) {
            try KeyFile(path: folder.path("a\u{1b}[2J\u{202e}b\n"))
        }
        #expect(
            error?.description.contains(#"a\u{1b}[2J\u{202e}b\u{a}: "#) == true,
            "\(error?.description ?? "")"
        )
    }
}
