// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Padding: `0x80`, then zeros.
struct PaddingTests {
    @Test("What was padded has the length asked for, and its own length again after unpadding")
    func roundTrip() {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8($0 % 3 == 0 ? 0x80 : 0) }
            for padded in [length + 1, length + 2, 256] {
                let result = ISO7816Padding.pad(bytes, to: padded)
                #expect(result == bytes + [0x80] + [UInt8](repeating: 0, count: padded - length - 1))
                #expect(ISO7816Padding.unpaddedLength(result) == length)
            }
        }
    }

    @Test(
        "What has no padding is refused",
        arguments: [[], [0], [0, 0, 0], [1], [0x80, 1], [0x80, 0, 1], [0x81, 0]] as [[UInt8]]
    )
    func refused(_ bytes: [UInt8]) {
        #expect(ISO7816Padding.unpaddedLength(bytes) == nil)
    }

    @Test("In blocks, the padding stands in the last block")
    func blocks() {
        let padded = ISO7816Padding.pad([1, 2, 3], to: 8, block: 8)
        #expect(ISO7816Padding.unpaddedLength(padded, block: 8) == 3)
        #expect(
            ISO7816Padding.unpaddedLength(padded + [UInt8](repeating: 0, count: 8), block: 8) == nil
        )
    }
}
