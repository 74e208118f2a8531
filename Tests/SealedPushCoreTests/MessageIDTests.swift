// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Sixteen bytes that name a push, written as a UUID.
struct MessageIDTests {
    private static let bytes: [UInt8] = [
        0x9a, 0x9a, 0x74, 0xb4, 0x60, 0xdf, 0xe8, 0x3c, 0x50, 0x59, 0x38, 0xb8, 0xf2, 0x11, 0x66, 0xde,
    ]
    private static let text = "9a9a74b4-60df-e83c-5059-38b8f21166de"

    @Test("An id is written as a lower-case UUID")
    func description() {
        #expect(MessageID(bytes: Self.bytes)?.description == Self.text)
    }

    @Test(
        "A UUID of either case is read",
        arguments: [text, text.uppercased(), "9A9A74b4-60dF-e83C-5059-38b8F21166de"]
    )
    func read(_ text: String) {
        #expect(MessageID(uuid: text)?.bytes == Self.bytes)
    }

    @Test(
        "Anything else is not an id",
        arguments: [
            "", "9a9a74b460dfe83c505938b8f21166de", "{\(text)}", "\(text) ", " \(text)", "\(text)\n",
            "\(text)0",
            "9a9a74b4-60df-e83c-5059-38b8f21166d", "9a9a74b4-60df-e83c-5059-38b8f21166dg",
            "9a9a74b460df-e83c-5059-38b8-f21166de", "9a9a74b4_60df_e83c_5059_38b8f21166de", "----",
            "9a9a74b4-60df-e83c-5059-38b8f21166d\u{e9}", "+a9a74b4-60df-e83c-5059-38b8f21166de",
            "\u{ff19}a9a74b4-60df-e83c-5059-38b8f21166de",
        ]
    )
    func refused(_ text: String) {
        #expect(MessageID(uuid: text) == nil)
    }

    @Test("Only 16 bytes are an id", arguments: [0, 15, 17])
    func size(_ count: Int) {
        #expect(MessageID(bytes: [UInt8](repeating: 0, count: count)) == nil)
    }

    @Test("New ids differ, and come back from their text")
    func fresh() {
        let ids = (0..<1000).map { _ in MessageID() }
        #expect(Set(ids).count == 1000)
        #expect(ids.allSatisfy { MessageID(uuid: $0.description) == $0 })
    }
}
