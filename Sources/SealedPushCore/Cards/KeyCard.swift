// SPDX-License-Identifier: Apache-2.0

/// A public text of one line that introduces a device or a signer to the other side: `sealedpush:card:…`.
///
/// Signed by an identity over the exact JSON it carries; what is known of it is what was signed (`KeysAndCards`, "Cards").
public struct KeyCard: Hashable, Sendable, CustomStringConvertible {
    /// What a card introduces.
    public enum Subject: Hashable, Sendable {
        /// A device that pushes can be sealed to.
        case device(DeviceKey.Public)
        /// A signer whose messages can be trusted.
        case signer(SigningKey.Public)
        /// No key any more: this device's identity is finished, for good.
        case revokedDevice
        /// No key any more: this signer's identity is finished, for good.
        case revokedSigner
    }

    /// What every card begins with.
    package static let prefix = "sealedpush:card:"
    /// Bytes of signature and JSON together: a card is pasted, mailed and scanned.
    package static let maximumLength = 4096
    /// The largest whole number that every JSON reader keeps: 2^53 − 1.
    static let maximumSerial: UInt64 = (1 << 53) - 1
    /// Seconds a previous key may stay good: 30 days, the longest APNs stores a push.
    static let maximumGrace = Limits.timeToLive

    /// Who signed the card, and whom it is about.
    public let identity: Identity.Public
    /// What it introduces.
    public let subject: Subject
    /// A suggestion for display, never trusted.
    public let name: String
    /// Higher on every newer card of one identity; 1…2^53 − 1.
    public let serial: UInt64
    /// When it was made, seconds since 1970.
    public let created: UInt64
    /// Seconds the previous key stays good once this card is accepted: 30 days where it names none, 0 = it was compromised.
    public let grace: UInt32
    /// Where pushes go, where the card says so.
    public let address: PushAddress?
    /// The signature (64) and the exact JSON it is over.
    private let bytes: [UInt8]

    /// The card as text, `sealedpush:card:…`.
    public var text: String { Self.prefix + Base64URL.string(bytes) }
    /// The card as text.
    public var description: String { text }

    /// Whether the identity is finished, for good.
    public var isRevocation: Bool { subject == .revokedDevice || subject == .revokedSigner }

    /// The number to compare with the other side: that of the identity.
    public var verifyNumber: VerifyNumber { identity.verifyNumber }

    /// Reads and verifies a card; the signature is checked before any member but `identity` is used.
    ///
    /// - Throws: `KeyError.malformed`, the keys in it included, `badSignature`, `unsupported` for another version.
    public init(text: some StringProtocol) throws(KeyError) {
        try self.init(encoded: text.utf8)
    }

    package init(encoded text: some Collection<UInt8>) throws(KeyError) {
        guard text.starts(with: Self.prefix.utf8) else {
            throw KeyError(.malformed, "\(KeyTextDiagnosis.describe(text)), expected \(Self.prefix)…")
        }
        let encoded = [UInt8](text.dropFirst(Self.prefix.utf8.count))
        guard encoded.count <= Base64URL.encodedLength(Self.maximumLength) else {
            throw KeyError(.malformed, "card of more than \(Self.maximumLength) bytes")
        }
        guard let bytes = Base64URL.decode(encoded) else {
            throw KeyError(.malformed, "\(Self.prefix)… \(Base64URL.problem(with: encoded))")
        }
        guard bytes.count > Ed25519.signatureLength else { throw KeyError(.malformed, "card that was cut short") }
        try self.init(bytes: bytes)
    }

    /// Makes and signs a card.
    ///
    /// - Parameters:
    ///   - subject: What it introduces.
    ///   - name: 1…64 scalars, at most 256 bytes, nothing invisible.
    ///   - identity: Signs it.
    ///   - serial: Higher than that of the last card: the larger of that plus one and `created`.
    ///   - created: Seconds since 1970.
    ///   - grace: Seconds the previous key stays good, at most 30 days.
    ///   - address: Where pushes go.
    /// - Throws: `KeyError.malformed` for a value out of range.
    public init(
        introducing subject: Subject,
        name: String,
        signedBy identity: Identity.Secret,
        serial: UInt64,
        created: UInt64,
        grace: UInt32? = nil,
        address: PushAddress? = nil
    ) throws(KeyError) {
        let key: String?
        let kind: String
        switch subject {
        case .device(let device): (kind, key) = ("device", device.description)
        case .signer(let signer): (kind, key) = ("signer", signer.description)
        case .revokedDevice: (kind, key) = ("device", nil)
        case .revokedSigner: (kind, key) = ("signer", nil)
        }
        let json = JSONComposer.object([
            ("v", JSONComposer.text(1)),
            ("kind", JSONString.quote(kind)),
            ("name", JSONString.quote(name)),
            ("identity", JSONString.quote(identity.publicKey.description)),
            key.map { ("key", JSONString.quote($0)) },
            ("serial", JSONComposer.text(serial)),
            ("created", JSONComposer.text(created)),
            grace.map { ("grace", JSONComposer.text(UInt64($0))) },
            key == nil ? ("revoked", JSONComposer.text(true)) : nil,
            address.map { ("address", $0.json) },
        ])
        // Read back as any card is: what cannot be read is not handed out.
        try self.init(bytes: identity.sign([json]) + json)
    }

    private init(bytes: [UInt8]) throws(KeyError) {
        guard bytes.count <= Self.maximumLength else {
            throw KeyError(.malformed, "card of more than \(Self.maximumLength) bytes")
        }
        let json = [UInt8](bytes[Ed25519.signatureLength...])
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(json).root
        } catch {
            throw KeyError(.malformed, "card is not JSON as this format allows it: \(error)")
        }
        let identity = try Self.key(Identity.Public.self, root["identity"], "identity")
        guard identity.verifies(bytes[..<Ed25519.signatureLength], over: [json]) else {
            throw KeyError(.badSignature, "card whose signature is not its identity's: it was altered or forged")
        }
        guard let version = root["v"] else { throw KeyError(.malformed, "card: v is missing") }
        guard version.wholeNumber == 1 else {
            throw KeyError(.unsupported, "card of another version, this program reads 1")
        }
        guard let name = (root["name"]?.string).flatMap(CardName.init) else {
            throw KeyError(.malformed, "card: name is not 1 to 64 visible characters")
        }
        guard let serial = root["serial"]?.wholeNumber, (1...Self.maximumSerial).contains(serial) else {
            throw KeyError(.malformed, "card: serial is not a whole number from 1 to 2^53 - 1")
        }
        guard let created = root["created"]?.wholeNumber, created <= Self.maximumSerial else {
            throw KeyError(.malformed, "card: created is not a whole number of seconds up to 2^53 - 1")
        }
        subject = try Self.subject(of: root)
        grace = try Self.grace(of: root)
        address = try root["address"].map { value throws(KeyError) in try PushAddress(value) }
        self.identity = identity
        self.name = name.text
        self.serial = serial
        self.created = created
        self.bytes = bytes
    }

    private static func subject(of root: JSONValue) throws(KeyError) -> Subject {
        let kind = root["kind"]?.string
        guard kind == "device" || kind == "signer" else {
            throw KeyError(.malformed, "card: kind is neither \"device\" nor \"signer\"")
        }
        if let revoked = root["revoked"] {
            guard revoked.isTrue, root["key"] == nil else {
                throw KeyError(.malformed, "card: revoked is true and stands without a key, or is absent")
            }
            return kind == "device" ? .revokedDevice : .revokedSigner
        }
        if kind == "device" { return .device(try key(DeviceKey.Public.self, root["key"], "key")) }
        return .signer(try key(SigningKey.Public.self, root["key"], "key"))
    }

    private static func grace(of root: JSONValue) throws(KeyError) -> UInt32 {
        guard let value = root["grace"] else { return maximumGrace }
        guard let seconds = value.wholeNumber.flatMap(UInt32.init(exactly:)), seconds <= maximumGrace else {
            throw KeyError(.malformed, "card: grace is not a whole number of seconds from 0 to \(maximumGrace)")
        }
        return seconds
    }

    private static func key<Key: PublicKey>(
        _ type: Key.Type,
        _ value: JSONValue?,
        _ name: String
    ) throws(KeyError) -> Key {
        guard let text = value?.string else { throw KeyError(.malformed, "card: \(name) is missing or not a string") }
        do throws(KeyError) {
            return try Key(text: text)
        } catch {
            // Whatever is wrong with a key in it, it is the card that is of no use.
            throw KeyError(.malformed, "card: \(name): \(error)")
        }
    }
}
