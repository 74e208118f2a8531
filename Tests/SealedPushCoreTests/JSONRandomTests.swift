// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCore

/// Random documents, and random damage to them.
struct JSONRandomTests {
    /// Writes a random object in a random spelling.
    private struct Writer {
        var generator: SeededGenerator
        private var items = 0

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        private mutating func below(_ count: Int) -> Int {
            Int.random(in: 0..<count, using: &generator)
        }

        private mutating func space() -> String { ["", "", "", " ", "\n", "\t\r\n "][below(6)] }

        private mutating func string() -> String {
            JSONStringTests.text(using: &generator).unicodeScalars.map { scalar in
                let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                guard mustEscape || below(4) == 0 else { return String(scalar) }
                return String(scalar).utf16.map { unit in
                    let digits = String(unit, radix: 16, uppercase: below(2) == 0)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
                .joined()
            }
            .joined()
        }

        private mutating func number() -> String {
            let whole = below(2) == 0 ? "0" : "\(1 + below(9))\(below(1000))"
            return ["", "-"][below(2)] + whole + ["", ".\(below(1000))"][below(2)]
                + ["", "e\(below(500))", "E+\(below(99))", "e-\(below(99))"][below(4)]
        }

        mutating func value(_ depth: Int) -> String {
            items += 1
            switch below(depth < 30 && items < 900 ? 8 : 5) {
            case 0: return "true"
            case 1: return "null"
            case 2: return number()
            case 3, 4: return "\"\(string())\""
            case 5, 6: return object(depth + 1)
            default:
                let elements = (0..<below(5)).map { _ in space() + value(depth + 1) + space() }
                return "[\(elements.isEmpty ? space() : elements.joined(separator: ","))]"
            }
        }

        mutating func object(_ depth: Int) -> String {
            let members = (0..<below(5)).map { index in
                "\(space())\"\(index)\(string())\"\(space()):\(space())\(value(depth))\(space())"
            }
            return "{\(members.isEmpty ? space() : members.joined(separator: ","))}"
        }
    }

    /// The tokens of a value, put together from what the document says of it.
    private static func tokens(_ value: JSONValue) -> [String] {
        if value.isObject {
            let members = value.members.map { member in
                // The name as spelled: all before the value, of which the colon is the last token.
                Array(JSONTokens.list(member.text).prefix(2)) + tokens(member.value)
            }
            return ["{"] + members.joined(separator: [","]) + ["}"]
        }
        if value.isArray { return ["["] + value.elements.map(tokens).joined(separator: [","]) + ["]"] }
        return [String(decoding: value.text, as: UTF8.self)]
    }

    @Test(
        "Random documents are read, keep every token when minified, and are found again value by value"
    )
    func roundTrip() throws {
        let seed: UInt64 = 7159
        var writer = Writer(seed: seed)
        for round in 0..<Rounds.count(5000) {
            let text = [UInt8](writer.object(1).utf8)
            let document = try JSONDocument(text)
            let expected = JSONTokens.list(text)
            #expect(JSONTokens.list(document.minified) == expected, "seed \(seed), round \(round)")
            #expect(document.minified == [UInt8](expected.joined().utf8), "seed \(seed), round \(round)")
            #expect(Self.tokens(document.root) == expected, "seed \(seed), round \(round)")
        }
    }

    @Test("Damaged documents and random bytes are read or refused, and never trap")
    func damage() {
        let seed: UInt64 = 7160
        var writer = Writer(seed: seed)
        var refused = 0
        let rounds = Rounds.count(50_000)
        for round in 0..<rounds {
            var text = [UInt8](writer.object(1).utf8)
            for _ in 0...Int.random(in: 0..<3, using: &writer.generator) {
                let index = Int.random(in: 0..<text.count, using: &writer.generator)
                switch Int.random(in: 0..<4, using: &writer.generator) {
                case 0: text[index] = UInt8.random(in: 0...255, using: &writer.generator)
                case 1: text.remove(at: index)
                case 2:
                    text.insert(
                        contentsOf: [UInt8](#"{}[],:"\0e."#.utf8).shuffled(using: &writer.generator).prefix(1),
                        at: index
                    )
                default: text.removeLast(text.count - index)
                }
                if text.isEmpty { text = [0x7b] }
            }
            guard let document = try? JSONDocument(text) else {
                refused += 1
                continue
            }
            #expect(Self.tokens(document.root) == JSONTokens.list(text), "seed \(seed), round \(round)")
            for member in document.root.members {
                _ = (member.name, member.value.string, member.value.wholeNumber)
            }
        }
        #expect(refused > rounds / 2)
    }
}
