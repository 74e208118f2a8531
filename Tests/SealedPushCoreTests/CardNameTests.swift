// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// The names that may stand in a card.
struct CardNameTests {
    @Test(
        "A visible name of 1 to 64 scalars and at most 256 bytes is taken as it is",
        arguments: [
            "x", "My phone", "é", "e\u{301}", "漢字", "📱", "a  b", "<b>&amp;",
            String(repeating: "x", count: 64),
            String(repeating: "😀", count: 64),
        ]
    )
    func taken(_ name: String) {
        #expect(CardName(name)?.text.utf8.elementsEqual(name.utf8) == true)
    }

    @Test(
        "Any other name is refused",
        arguments: [
            "", " ", " x", "x ", "\tx", "x\n", "a\u{0}b", "a\u{1b}b", "a\u{7f}b", "a\u{85}b", "\u{a0}x",
            "x\u{3000}",
            "a\u{200b}b", "a\u{200d}b", "a\u{202e}b", "a\u{2066}b", "a\u{ad}b", "\u{feff}a", "a\u{2028}b",
            "a\u{2029}b",
            "a\u{e000}b", "a\u{f0000}b", "a\u{e0041}b", String(repeating: "x", count: 65),
        ]
    )
    func refused(_ name: String) {
        #expect(CardName(name) == nil)
    }
}
