// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// ISO/IEC 7816-4 padding: `0x80`, then zeros; `sodium_pad` and `sodium_unpad`.
package enum ISO7816Padding {
    /// Pads to exactly `length` bytes, which is more than `bytes` has.
    ///
    /// - Parameter block: the block size that `length` is the next multiple of; the whole length by default.
    package static func pad(_ bytes: [UInt8], to length: Int, block: Int? = nil) -> [UInt8] {
        precondition(length > bytes.count, "the caller leaves room for the 0x80 byte")
        var padded: [UInt8] = []
        padded.reserveCapacity(length)
        padded += bytes
        padded += repeatElement(0, count: length - bytes.count)
        var paddedLength = 0
        // Fails only without room, which was just made.
        _ = unsafe sodium_pad(&paddedLength, &padded, bytes.count, block ?? length, length)
        return padded
    }

    /// How many bytes stand before the padding; `nil` when there is none or it holds a byte other than zero.
    package static func unpaddedLength(_ padded: [UInt8], block: Int? = nil) -> Int? {
        guard !padded.isEmpty else { return nil }
        var length = 0
        let status = unsafe sodium_unpad(&length, padded, padded.count, block ?? padded.count)
        return Sodium.succeeded(status) ? length : nil
    }
}
