// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// The SHA-256 of a file, as `sha256sum` prints it: sealed beside a link, it makes sure of what is behind the link.
public struct MediaDigest: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// Reads 64 hexadecimal digits of either case; `nil` for everything else.
    public init?(_ text: String) {
        let digits = [UInt8](text.utf8)
        guard digits.count == SHA256.length * 2 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Hex.value(digits[place]), let low = Hex.value(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// 64 hexadecimal digits.
    public var description: String { Hex.string(bytes) }
}
