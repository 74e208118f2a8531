// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// One topic at a broker, never a pattern.
///
/// Who knows a device's topic can send it rubbish, so it is made like a key and carries no name.
public struct MQTTTopic: Hashable, Sendable {
    /// Bytes of UTF-8 that the length before it in a packet can tell: MQTT 5, 1.5.4.
    public static let maximumLength = 65_535
    /// Where the topics that this project makes begin, so that a broker's rules can speak of all of them.
    public static let prefix = "sealedpush/"
    /// Bytes of randomness in a topic: as many as in a key.
    private static let randomLength = 32

    /// The topic's name.
    public let name: String

    /// Takes a name of 1…65,535 bytes without wildcards (`+`, `#`), control characters and a leading `$`.
    ///
    /// - Throws: `MQTTError.Code.badTopic`.
    public init(_ name: some StringProtocol) throws(MQTTError) {
        guard !name.isEmpty else { throw MQTTError(.badTopic, "a topic cannot be empty") }
        let length = name.utf8.count
        guard length <= Self.maximumLength else {
            throw MQTTError(.badTopic, "a topic of \(length) bytes, at most \(Self.maximumLength) are possible")
        }
        // By bytes: a wildcard with a combining accent is another character, and a wildcard all the same.
        guard !name.utf8.contains(UInt8(ascii: "+")), !name.utf8.contains(UInt8(ascii: "#")) else {
            throw MQTTError(.badTopic, "a topic with a wildcard ('+' or '#'), which would mean many: name one")
        }
        guard name.utf8.first != UInt8(ascii: "$") else {
            throw MQTTError(.badTopic, "a topic that begins with '$', which brokers keep for themselves")
        }
        guard name.unicodeScalars.allSatisfy({ !Self.isForbidden($0) }) else {
            throw MQTTError(.badTopic, "a topic with a control character or a non-character in it")
        }
        self.name = String(name)
    }

    private init(made name: String) { self.name = name }

    /// A new topic that nobody can guess: `sealedpush/` and 32 random bytes in base64url.
    public static func random() -> MQTTTopic {
        MQTTTopic(made: prefix + Base64URL.string(Sodium.randomBytes(randomLength)))
    }

    /// What MQTT 5, 1.5.4, lets a broker end the connection for.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || (0xfdd0...0xfdef).contains(scalar.value)
            || scalar.value & 0xfffe == 0xfffe
    }
}
