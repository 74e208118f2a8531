// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What every command says of input it can do nothing with: one line, an exit code, and nothing lost.
struct BadFileTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    /// Runs the command on a path, and on the same bytes at standard input; expects the folder to stay as it was.
    private func run(_ place: Place, _ bytes: [UInt8]) throws -> [CommandResult] {
        let file = try keys.write("bad", bytes)
        let arguments = try place.arguments(file, keys)
        let before = try contents()
        let results = try [
            CommandResult(arguments),
            CommandResult(arguments.map { $0 == file ? "-" : $0 }, input: bytes),
        ]
        #expect(try contents() == before)
        return results
    }

    private func contents() throws -> [String: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: keys.names.map { ($0, try keys.bytes(of: keys.path($0))) })
    }

    @Test("A file that is not there is named, with exit code 66", arguments: Place.allCases)
    func missing(_ place: Place) throws {
        let path = keys.path("nobody-made-this")
        let result = try CommandResult(place.arguments(path, keys))
        expectRefusal(result, 66, says: "cannot read \(path): no such file or directory")
    }

    @Test("A directory is refused as such, with exit code 66", arguments: Place.allCases)
    func directory(_ place: Place) throws {
        let result = try CommandResult(place.arguments(keys.path, keys))
        expectRefusal(result, 66, says: "cannot read \(keys.path): is a directory")
    }

    @Test("Nothing at all is refused as bad data", arguments: Place.allCases)
    func empty(_ place: Place) throws {
        for result in try run(place, []) {
            switch place {
            case .openPayload, .inspect:
                #expect(result.code == 1)
                expectOneLine(result.error)
                #expect(
                    result.error.contains("malformed: payload is not JSON as this format allows it: the text is empty")
                )
            default:
                expectRefusal(result, 65, says: (Place.ofKeys + [.keyTrust]).contains(place) ? "no key in it" : "empty")
            }
        }
    }

    @Test(
        "Binary data is refused, and never taken for a key by its length",
        arguments: Place.allCases,
        [24, 32, 64, 3000]
    )
    func binary(_ place: Place, length: Int) throws {
        // As a passphrase any bytes are good, and as the text of a failed push they are malformed.
        guard !Place.ofPassphrases.contains(place) else { return }
        var generator = SeededGenerator(seed: UInt64(length))
        var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[length / 2] = 0
        for result in try run(place, bytes) {
            switch place {
            case .openPayload, .inspect:
                #expect(result.code == 1)
                expectOneLine(result.error)
                #expect(result.error.contains("malformed: "))
            default: expectRefusal(result, 65)
            }
        }
    }

    @Test("A file longer than such files are is refused", arguments: Place.allCases)
    func long(_ place: Place) throws {
        for result in try run(place, [UInt8](repeating: UInt8(ascii: "\n"), count: 4_194_305)) {
            if place == .openPayload {
                #expect(result.code == 1)
                expectOneLine(result.error)
                #expect(result.error.contains("payload of more than 65536 bytes"))
            } else {
                expectRefusal(result, 65)
            }
        }
    }

    @Test("A payload where a key is wanted is called what it is", arguments: Place.ofKeys)
    func payload(_ place: Place) throws {
        for result in try run(place, keys.sealed()) {
            expectRefusal(result, 65, says: "line 1: this is JSON, expected sealedpush:")
        }
    }

    @Test("Standard input is refused as two things at once")
    func standardInputTwice() throws {
        let words = try keys.write("words", "correct horse\n")
        for arguments in [
            ["seal", "--to", "-", "--from", "-", "--body", "hello"], ["seal", "--to", "-", "--anonymous"],
            ["seal", "--to", "-", "--to", "-", "--anonymous", "--body", "hello"],
            ["open", "--key", "-"], ["open", "--key", "-", "--trust", "-", words],
            ["key", "export", "-", "--passphrase-file", "-"],
            ["key", "import", "-o", keys.path("new.key"), "--passphrase-file", "-"],
        ] {
            expectRefusal(try CommandResult(arguments), 64, says: "standard input can")
        }
    }
}
