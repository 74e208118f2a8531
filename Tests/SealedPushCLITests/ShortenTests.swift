// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `seal --shorten`: the body alone, at a character's border, and never unsaid.
struct ShortenTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func seal(_ payload: [String: Any], _ options: [String] = ["--shorten"]) throws -> CommandResult {
        try CommandResult(
            ["seal", "--to", keys.phonePublic, "--from", keys.door] + options,
            input: [UInt8](JSONSerialization.data(withJSONObject: payload))
        )
    }

    private func body(of result: CommandResult) throws -> String {
        let opened = try #require(try keys.opened(result.output, ["--json"]).json)
        let aps = (opened["payload"] as? [String: Any])?["aps"] as? [String: Any]
        return try #require((aps?["alert"] as? [String: Any])?["body"] as? String)
    }

    @Test(
        "The cut is at the border of a character, counted in bytes, and ends in …",
        arguments: ["👨‍👩‍👧‍👦", "🇪🇺", "é", "語", "مَرْحَبًا ", "a", "\"", "\n", "č"]
    )
    func border(_ character: String) throws {
        for lead in ["", "x", "xy", "xyz"] {
            let whole = lead + String(repeating: character, count: 4_000)
            let result = try seal(["aps": ["alert": ["title": "T", "body": whole]]])
            #expect(result.code == 0)
            #expect((4_093...4_096).contains(result.output.count) || character.utf8.count > 6)
            #expect(result.output.count <= 4_096)
            let body = try body(of: result)
            #expect(body.hasSuffix("…"))
            #expect(whole.hasPrefix(body.dropLast()))
            let kept = body.utf8.count - "…".utf8.count
            #expect(
                result.error == "sealedpush: note: body shortened from \(whole.utf8.count) to \(kept) bytes and \"…\"\n"
            )
        }
    }

    @Test("256 emoji are over the limit by their bytes, and shortened by them")
    func emoji() throws {
        let whole = String(repeating: "👨‍👩‍👧‍👦", count: 256)
        expectRefusal(
            try seal(["aps": ["alert": ["body": whole]]], []),
            65,
            says: "over the limit of 4096",
            "aps.alert.body takes most"
        )
        #expect(try body(of: seal(["aps": ["alert": ["body": whole]]])).count < 256)
    }

    @Test("A body that fits is left as it is, and nothing is said")
    func fits() throws {
        let result = try seal(["aps": ["alert": ["body": "short"]]])
        #expect(result.error == "")
        #expect(try body(of: result) == "short")
    }

    @Test("Where another field is the long one it refuses, and names it")
    func otherField() throws {
        let long = String(repeating: "https://example.com/", count: 200)
        for (payload, field) in [
            (["aps": ["alert": ["title": long, "body": "B"]]], "aps.alert.title"),
            (["aps": ["alert": ["body": "B"]], "link": long], "link"),
            (["aps": ["alert": ["title": "T"], "category": long]], "aps.category"),
        ] as [([String: Any], String)] {
            expectRefusal(
                try seal(payload),
                65,
                says: "over the limit of 4096",
                "\(field) takes most",
                "even without its body"
            )
            expectRefusal(try seal(payload, []), 65, says: "\(field) takes most")
        }
    }

    @Test(
        "A megabyte is refused with its size and overshoot before anything is sealed",
        arguments: [3_100, 4_096, 1_000_000]
    )
    func tooLong(_ length: Int) throws {
        let result = try seal(["aps": ["alert": ["body": String(repeating: "x", count: length)]]], [])
        expectRefusal(
            result,
            65,
            says: "the sealed payload would have",
            "bytes, ",
            " over the limit of 4096",
            "(--shorten)"
        )
        let numbers = result.error.matches(of: /[0-9]+/).compactMap { Int($0.output) }
        #expect(numbers[1] == numbers[0] - 4_096)
        #expect(numbers[0] > length)
    }

    @Test("4095 and 4096 bytes pass and 4097 are refused: no byte is lost to the line's end")
    func exactly() throws {
        // The length of a placeholder moves the total by single bytes.
        let body = String(repeating: "x", count: 2_800)
        var passed: Set<Int> = []
        for length in 1...120 {
            let placeholder = String(repeating: "p", count: length)
            let options = ["--padding", "none", "--placeholder", placeholder]
            let result = try seal(["aps": ["alert": ["body": body]]], options)
            guard result.code == 0 else {
                expectRefusal(result, 65, says: "the sealed payload would have 4097 bytes, 1 over the limit of 4096")
                break
            }
            passed.insert(result.output.count)
        }
        #expect(passed.contains(4_095) && passed.contains(4_096))
        #expect(passed.max() == 4_096)
    }
}
