// SPDX-License-Identifier: Apache-2.0

/// The name under which a broker keeps a client's session.
///
/// Who knows it, and may connect at all, can take the session over and with it the pushes that wait in it: keep it like a
/// password where a broker lets everyone in.
public struct MQTTClientID: Hashable, Sendable {
    /// Bytes at most; brokers set limits of their own below that.
    public static let maximumLength = 256
    /// Characters of a random one: as many as every broker takes (MQTT 5, 3.1.3.1), 137 bits.
    private static let randomLength = 23
    /// What every broker takes.
    private static let alphabet = [UInt8]("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// The id's text.
    public let text: String

    /// Takes 1…256 bytes of printable ASCII without spaces.
    ///
    /// - Throws: `MQTTError.Code.badConfiguration`.
    public init(_ text: some StringProtocol) throws(MQTTError) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw MQTTError(
                .badConfiguration,
                "a client id has 1 to \(Self.maximumLength) characters, printable ASCII without spaces"
            )
        }
        self.text = String(text)
    }

    private init(made text: String) { self.text = text }

    /// A new one that nobody can guess.
    public static func random() -> MQTTClientID {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<randomLength).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] }
        return MQTTClientID(made: String(decoding: characters, as: UTF8.self))
    }
}
