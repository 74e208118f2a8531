// SPDX-License-Identifier: Apache-2.0

/// Whom a push is sealed to: a device, or everyone who holds a shared key.
public struct Recipient: Sendable {
    package enum Key: Sendable {
        case device(DeviceKey.Public)
        case shared(SharedKey)
    }

    package let key: Key

    /// One device, by its public key.
    public init(_ key: DeviceKey.Public) { self.key = .device(key) }

    /// Everyone who holds the key.
    public init(_ key: SharedKey) { self.key = .shared(key) }

    /// The full name of the key.
    public var fingerprint: Fingerprint {
        switch key {
        case .device(let key): key.fingerprint
        case .shared(let key): key.fingerprint
        }
    }

    package var mode: EnvelopeMode {
        switch key {
        case .device: .device
        case .shared: .shared
        }
    }
}
