// SPDX-License-Identifier: Apache-2.0

/// Twelve groups of five digits that two people compare, by voice or by eye, before they trust a key.
///
/// Compare all of it, in both directions (`KeysAndCards`, "Cards").
public struct VerifyNumber: Hashable, Sendable, CustomStringConvertible {
    /// The groups, each five digits.
    public let groups: [String]

    init(of fingerprint: Fingerprint) {
        let hash = GenericHash.hash(fingerprint.bytes, label: .verify, length: 64)
        groups = (0..<12).map { group in
            let number = hash[group * 5..<group * 5 + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
            let digits = String(number)
            return String(repeating: "0", count: 5 - digits.count) + digits
        }
    }

    /// The groups with a space between them.
    public var description: String { groups.joined(separator: " ") }
}
