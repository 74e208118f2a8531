// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Four fixed keys of each kind, all distinct; known to everyone, so good for tests and nothing else.
enum MockKeys {
    /// Bytes that depend on the kind and the number alone.
    static func bytes(_ kind: KeyKind, _ number: UInt8) -> SecretBytes {
        let name = [UInt8]("SealedPush mock \(kind) \(number)".utf8)
        let bytes = (0..<32).map { index in name[index % name.count] ^ UInt8(index) &* 7 ^ number }
        guard let secret = try? SecretBytes(bytes) else {
            // 32 bytes of memory, in a test: without them nothing else would run either.
            preconditionFailure("no memory for a test key")
        }
        return secret
    }

    static func make<Key: SecretKey>(_ number: UInt8) -> Key {
        guard let key = try? Key(bytes: bytes(Key.kind, number)) else {
            // 32 bytes are a key of every kind there is.
            preconditionFailure("32 bytes are a key")
        }
        return key
    }
}

extension DeviceKey.Secret {
    /// A fixed key for tests.
    public static let mock1: Self = MockKeys.make(1)
    /// A fixed key for tests.
    public static let mock2: Self = MockKeys.make(2)
    /// A fixed key for tests.
    public static let mock3: Self = MockKeys.make(3)
    /// A fixed key for tests.
    public static let mock4: Self = MockKeys.make(4)
}

extension SigningKey.Secret {
    /// A fixed key for tests.
    public static let mock1: Self = MockKeys.make(1)
    /// A fixed key for tests.
    public static let mock2: Self = MockKeys.make(2)
    /// A fixed key for tests.
    public static let mock3: Self = MockKeys.make(3)
    /// A fixed key for tests.
    public static let mock4: Self = MockKeys.make(4)
}

extension Identity.Secret {
    /// A fixed key for tests.
    public static let mock1: Self = MockKeys.make(1)
    /// A fixed key for tests.
    public static let mock2: Self = MockKeys.make(2)
    /// A fixed key for tests.
    public static let mock3: Self = MockKeys.make(3)
    /// A fixed key for tests.
    public static let mock4: Self = MockKeys.make(4)
}

extension SharedKey {
    /// A fixed key for tests.
    public static let mock1: Self = MockKeys.make(1)
    /// A fixed key for tests.
    public static let mock2: Self = MockKeys.make(2)
    /// A fixed key for tests.
    public static let mock3: Self = MockKeys.make(3)
    /// A fixed key for tests.
    public static let mock4: Self = MockKeys.make(4)
}
