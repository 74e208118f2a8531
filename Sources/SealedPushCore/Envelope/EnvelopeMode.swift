// SPDX-License-Identifier: Apache-2.0

/// Byte 1 of an envelope: how the rest is sealed.
package enum EnvelopeMode: UInt8, CaseIterable, Sendable, CustomStringConvertible {
    case device = 1
    case shared = 2

    /// Version and mode (2) and key id (8), and with a shared key the nonce (24).
    package var headerLength: Int {
        switch self {
        case .device: 10
        case .shared: 10 + AEAD.nonceLength
        }
    }

    /// What an envelope is longer than its inner part.
    package var overhead: Int {
        switch self {
        case .device: headerLength + SealedBox.overhead
        case .shared: headerLength + AEAD.overhead
        }
    }

    /// The shortest envelope: an inner part has one byte at least.
    package var minimumLength: Int { overhead + 1 }

    package var description: String {
        switch self {
        case .device: "device key"
        case .shared: "shared key"
        }
    }
}
