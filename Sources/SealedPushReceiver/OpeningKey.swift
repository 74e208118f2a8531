// SPDX-License-Identifier: Apache-2.0

/// One of the receiver's own keys, and until when it opens.
public struct OpeningKey: Sendable {
    /// The key itself.
    public enum Key: Sendable {
        /// Opens what was sealed to a device.
        case device(DeviceKey.Secret)
        /// Opens what a group shares.
        case shared(SharedKey)
    }

    /// The key itself.
    public let key: Key
    /// Its local name; shown for a shared key, "a member of NAME".
    public let name: String?
    /// When it was made: newer keys are tried first.
    public let created: Timestamp
    /// From when on it is refused; `nil` for a current key.
    ///
    /// A key with such an end is superseded.
    public let usableUntil: Timestamp?

    /// Takes a device's key.
    public init(
        _ key: DeviceKey.Secret,
        name: String? = nil,
        created: Timestamp = Timestamp(milliseconds: 0),
        usableUntil: Timestamp? = nil
    ) {
        self.init(key: .device(key), name: name, created: created, usableUntil: usableUntil)
    }

    /// Takes a shared key.
    public init(
        _ key: SharedKey,
        name: String? = nil,
        created: Timestamp = Timestamp(milliseconds: 0),
        usableUntil: Timestamp? = nil
    ) {
        self.init(key: .shared(key), name: name, created: created, usableUntil: usableUntil)
    }

    private init(key: Key, name: String?, created: Timestamp, usableUntil: Timestamp?) {
        self.key = key
        self.name = name
        self.created = created
        self.usableUntil = usableUntil
    }

    /// The full name of the key.
    public var fingerprint: Fingerprint {
        switch key {
        case .device(let key): key.fingerprint
        case .shared(let key): key.fingerprint
        }
    }

    /// The KIND of the key: `device-secret` or `shared-secret`.
    public var kind: KeyKind {
        switch key {
        case .device: .deviceSecret
        case .shared: .sharedSecret
        }
    }
}
