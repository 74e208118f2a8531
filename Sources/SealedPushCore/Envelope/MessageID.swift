// SPDX-License-Identifier: Apache-2.0

/// The 16 random bytes that name one sealed push, also its `apns-id`.
///
/// It is public; fresh for each recipient, the same on a retry.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    static let length = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Draws a new one.
    public init() { bytes = Sodium.randomBytes(Self.length) }

    /// Takes 16 bytes; `nil` for any other number.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = [UInt8](bytes)
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a UUID, 8-4-4-4-12 hex digits of either case; `nil` for everything else.
    public init?(uuid text: some StringProtocol) {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = groups.joined().compactMap(Hex.value)
        guard digits.count == Self.length * 2 else { return nil }
        bytes = (0..<Self.length).map { digits[$0 * 2] << 4 | digits[$0 * 2 + 1] }
    }

    /// The lower-case UUID.
    public var description: String {
        let digits = Hex.string(bytes)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
