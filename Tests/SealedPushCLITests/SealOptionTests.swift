// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What the options of `seal` change in the sealed push, and around it.
struct SealOptionTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    private func seal(_ options: [String], _ payload: String? = nil) throws -> CommandResult {
        try CommandResult(
            ["seal", "--to", keys.phonePublic, "--from", keys.door] + options,
            input: payload.map { [UInt8]($0.utf8) },
            now: 1_780_000_000_000
        )
    }

    /// The inner payload of what `seal` made, and everything `open` says beside it.
    private func open(_ result: CommandResult) throws -> (payload: String, members: [String: Any]) {
        try #require(result.code == 0, "\(result.error)")
        let opened = try keys.opened(result.output, ["--json"], now: 1_780_000_000_000)
        let object = try #require(opened.json)
        let range = try #require(opened.text.range(of: "\"payload\":"))
        return (String(opened.text[range.upperBound...].dropLast(2)), object)
    }

    private func inspect(_ result: CommandResult) throws -> [String: Any] {
        try #require(try CommandResult(["inspect", "--json"], input: result.output).json)
    }

    @Test("Options make the payload, in Apple's fields; what is not given is not there")
    func fields() throws {
        let all = try seal(
            [
                "--title", "T", "--subtitle", "S", "--body", "B \"q\" \\ \n é", "--badge", "0", "--sound", "bell.caf",
                "--category", "C", "--thread", "H", "--data", "room=kit=chen", "--data", "empty=",
            ]
        )
        #expect(
            try open(all).payload
                == #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B \"q\" \\ \n é"},"badge":0,"sound":"bell.caf","#
                + #""category":"C","thread-id":"H"},"room":"kit=chen","empty":""}"#
        )
        #expect(try open(seal(["--title", "T"])).payload == #"{"aps":{"alert":{"title":"T"}}}"#)
        #expect(try open(seal(["--body=-5 °C"])).payload == #"{"aps":{"alert":{"body":"-5 °C"}}}"#)
    }

    @Test("A member given twice or kept for the format is refused", arguments: ["aps=1", "sealedpush=1", "a=2"])
    func takenNames(_ data: String) throws {
        expectRefusal(try seal(["--body", "x", "--data", "a=1", "--data", data]), 65, says: "is taken")
    }

    @Test(
        "Nothing to show is refused: the extension would not run",
        arguments: [["--badge", "3"], ["--data", "a=b"], ["--title", ""]]
    )
    func silent(_ options: [String]) throws {
        expectRefusal(try seal(options), 65, says: "aps.alert has no text")
    }

    @Test(
        "--ttl takes seconds, minutes, hours and days up to thirty days",
        arguments: [("1", 1), ("90s", 90), ("15m", 900), ("12h", 43_200), ("7d", 604_800), ("30d", 2_592_000)]
            as [(String, UInt64)]
    )
    func timeToLive(_ text: String, _ seconds: UInt64) throws {
        let opened = try open(seal(["--body", "x", "--ttl", text]))
        #expect(opened.members["sentAt"] as? UInt64 == 1_780_000_000_000)
        #expect(opened.members["expiresAt"] as? UInt64 == 1_780_000_000_000 + seconds * 1000)
    }

    @Test("Without --ttl a push is good for thirty days")
    func noTimeToLive() throws {
        #expect(try open(seal(["--body", "x"])).members["expiresAt"] as? UInt64 == 1_782_592_000_000)
    }

    @Test(
        "Any other --ttl is a usage error that names the option",
        arguments: [
            "0", "0s", "", "s", "-1", "+5", "1.5h", "1 h", " 1h", "5S", "1w", "31d", "2592001", "99999999999d", "721h",
            "٥s", "1h\n", "soon",
        ]
    )
    func badTimeToLive(_ text: String) throws {
        expectRefusal(try seal(["--body", "x", "--ttl", text]), 64, says: "--ttl")
    }

    @Test("A --ttl of nothing and one that is too long are told apart")
    func whichTimeToLive() throws {
        for text in ["0", "00", "0d", "0000s"] {
            expectRefusal(try seal(["--body", "x", "--ttl", text]), 64, says: "0 is no life at all")
        }
        for text in ["31d", "99999999999", "4294967295d"] {
            expectRefusal(try seal(["--body", "x", "--ttl", text]), 64, says: "--ttl is over 30d")
        }
    }

    @Test("--id is the message's id, in lower case; anything else than a UUID is refused")
    func id() throws {
        let upper = "6BA7B810-9DAD-41D1-80B4-00C04FD430C8"
        #expect(try open(seal(["--body", "x", "--id", upper])).members["id"] as? String == upper.lowercased())
        for text in ["", "x", String(upper.dropLast()), upper + "0", "{\(upper)}", upper.filter { $0 != "-" }] {
            expectRefusal(try seal(["--body", "x", "--id", text]), 64, says: "--id", "no UUID")
        }
    }

    @Test("--padding bucket hides the length, none shows it")
    func padding() throws {
        let lengths = try ["", "x", "xxxxx"].map { text in
            try ["bucket", "none"].map { padding in
                try inspect(seal(["--title", "T", "--body", text, "--padding", padding]))["innerBytes"] as? Int
            }
        }
        #expect(lengths.map { $0[0] } == [256, 256, 256])
        #expect(lengths[1][1] == lengths[0][1].map { $0 + 1 })
        #expect(lengths[2][1] == lengths[0][1].map { $0 + 5 })
        expectRefusal(try seal(["--body", "x", "--padding", "some"]), 64, says: "--padding is bucket or none")
    }

    @Test(
        "--limit is a hard one: with it as many bytes pass, and not one more",
        arguments: [3_070, 4_096, 5_120, 12_000]
    )
    func limit(_ limit: Int) throws {
        var sizes: [Int] = []
        for length in (limit * 3 / 4 - 500)...(limit * 3 / 4 - 150) {
            let body = String(repeating: "x", count: length)
            let result = try seal(["--limit", String(limit), "--body", body, "--padding", "none"])
            guard result.code == 0 else {
                expectRefusal(result, 65, says: "over the limit of \(limit)")
                break
            }
            sizes.append(result.output.count)
        }
        let largest = try #require(sizes.last)
        #expect((limit - 1...limit).contains(largest), "\(largest)")
        // Padded, a push that fits without padding still fits.
        #expect(try seal(["--limit", String(limit), "--body", "x"]).code == 0)
    }

    @Test("A limit that is no number of bytes is refused", arguments: ["0", "-1", "", "x", "65537", "4k", "1e3"])
    func badLimit(_ text: String) throws {
        expectRefusal(try seal(["--body", "x", "--limit", text]), 64, says: "--limit")
    }

    @Test("A limit with no room for anything refuses, with and without --shorten", arguments: [[], ["--shorten"]])
    func noRoom(_ options: [String]) throws {
        for limit in ["1", "80", "200", "300"] {
            expectRefusal(
                try seal(["--body", "x", "--limit", limit] + options),
                65,
                says: "over the limit of \(limit)"
            )
        }
    }

    @Test("The placeholder is what the provider sees; neither text nor sound of the push is")
    func placeholder() throws {
        for (options, aps) in [
            ([], #"{"alert":{"body":"New notification"},"mutable-content":1}"#),
            (["--placeholder", "Neues ‹ö›"], #"{"alert":{"body":"Neues ‹ö›"},"mutable-content":1}"#),
            (["--placeholder-loc-key", "NEW"], #"{"alert":{"loc-key":"NEW"},"mutable-content":1}"#),
            (
                ["--placeholder", "New", "--placeholder-loc-key", "NEW"],
                #"{"alert":{"body":"New","loc-key":"NEW"},"mutable-content":1}"#
            ),
            (
                ["--sound-placeholder"],
                #"{"alert":{"body":"New notification"},"sound":"default","mutable-content":1}"#
            ),
        ] as [([String], String)] {
            let result = try seal(options, #"{"aps":{"alert":"secret","sound":"s.caf","badge":7,"mutable-content":0}}"#)
            #expect(result.code == 0)
            #expect(result.text.hasPrefix(#"{"aps":\#(aps),"encrypted-content":""#), "\(result.text)")
            #expect(!result.text.contains("secret") && !result.text.contains("s.caf"))
        }
        expectRefusal(try seal(["--placeholder", "", "--body", "x"]), 64, says: "the placeholder is empty")
    }
}
