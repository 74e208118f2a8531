// SPDX-License-Identifier: Apache-2.0

/// A device or signer of somebody else, accepted under a local name.
public struct Contact: Hashable, Sendable {
    /// The local name; later cards never change it.
    public let name: String
    /// `device` or `signer`.
    public let kind: KeyKind
    /// Who signs its cards; `nil` for a bare key, which never rotates.
    public let identity: Identity.Public?
    /// The card that was accepted last.
    public let card: KeyCard?
    /// The current key first, then those it replaced whose grace is not over; of a revoked contact, what it had.
    public let keys: [StoredKey]
    /// When it was accepted, or last changed by a card.
    public let accepted: Timestamp
    /// When it was revoked.
    public let revokedAt: Timestamp?

    /// Where its pushes go, as its holder claims.
    public var address: PushAddress? { card?.address }

    /// What its holder suggests to call it; never trusted.
    public var suggestedName: String? { card?.name }

    /// The device to seal to; `nil` for a signer, or once revoked.
    public var deviceKey: DeviceKey.Public? {
        kind == .device ? currentText.flatMap { try? DeviceKey.Public(text: $0) } : nil
    }

    /// The current signing key; `nil` for a device, or once revoked.
    public var signingKey: SigningKey.Public? {
        kind == .signer ? currentText.flatMap { try? SigningKey.Public(text: $0) } : nil
    }

    /// The number to compare with the other side, in both directions: that of the identity, or of the bare key.
    public var verifyNumber: VerifyNumber? {
        if let identity { return identity.verifyNumber }
        return keys.first?.publicText.flatMap { try? AnyKey(encoded: $0.utf8) }?.publicKey?.verifyNumber
    }

    private var currentText: String? {
        guard revokedAt == nil, let key = keys.first, key.state == .current else { return nil }
        return key.publicText
    }
}
