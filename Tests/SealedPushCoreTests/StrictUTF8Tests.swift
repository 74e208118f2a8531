// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Text from bytes, with nothing repaired.
struct StrictUTF8Tests {
    @Test(
        "What is not UTF-8 is no text",
        arguments: [
            [0xff], [0xc3], [0xc3, 0x28], [0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
            [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0x61, 0xe2, 0x82],
        ] as [[UInt8]]
    )
    func refused(_ bytes: [UInt8]) {
        #expect(String(strictUTF8: bytes) == nil)
    }

    @Test("What is UTF-8 is the text it spells, a replacement character and non-characters included")
    func kept() {
        for text in ["", "a\u{0}b", "\u{fffd}", "\u{ffff}\u{10ffff}", "\u{feff}x", "e\u{301}"] {
            #expect(String(strictUTF8: text.utf8)?.utf8.elementsEqual(text.utf8) == true)
        }
    }
}
