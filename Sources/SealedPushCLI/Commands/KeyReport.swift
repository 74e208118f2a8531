// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What is told of one name in the store: in a row, in full, or as JSON; never a secret.
final class KeyReport {
    private let isOwn: Bool
    private let name: String
    private let kind: KeyKind
    private let identity: Identity.Public?
    private let keys: [StoredKey]
    private let since: Timestamp
    private let revokedAt: Timestamp?
    private let verifyNumber: VerifyNumber?
    private let suggestedName: String?
    private let address: PushAddress?

    init(_ own: OwnKeys) {
        isOwn = true
        name = own.name
        kind = own.kind
        identity = own.identity
        keys = own.keys
        since = own.created
        revokedAt = own.revokedAt
        verifyNumber = own.verifyNumber
        suggestedName = nil
        address = own.lastCard?.address
    }

    init(_ contact: Contact) {
        isOwn = false
        name = contact.name
        kind = contact.kind
        identity = contact.identity
        keys = contact.keys
        since = contact.accepted
        revokedAt = contact.revokedAt
        verifyNumber = contact.verifyNumber
        suggestedName = contact.suggestedName
        address = contact.address
    }

    private var kindName: String { kind == .sharedSecret ? "shared" : kind.rawValue }

    /// Where, name, kind, key id, created, state.
    var row: [String] {
        [
            isOwn ? "own" : "contact", PrintableText.escape(name), kindName, keys.first.map { "\($0.id)" } ?? "-",
            String("\(since)".prefix(10)), state,
        ]
    }

    private var state: String {
        if let revokedAt { return "revoked \("\(revokedAt)".prefix(10))" }
        let superseded = keys.dropFirst().count
        return superseded == 0 ? "current" : "current, and \(superseded) superseded"
    }

    private static func state(of key: StoredKey) -> String {
        switch key.state {
        case .current: "current"
        case .superseded(let until): "superseded until \(until)"
        }
    }

    /// Everything, a line for each fact.
    var text: String {
        var lines = [
            ("name", PrintableText.escape(name)),
            ("kind", isOwn ? kindName : "\(kindName), a contact"),
        ]
        if let suggestedName, suggestedName != name {
            lines.append(("calls itself", PrintableText.escape(suggestedName)))
        }
        lines.append((isOwn ? "created" : "accepted", "\(since)"))
        if let revokedAt { lines.append(("revoked", "\(revokedAt)")) }
        if let identity { lines.append(("identity", "\(identity)")) }
        for key in keys {
            lines.append(("key", key.publicText ?? "shared, with no public half"))
            lines.append(("key id", revokedAt == nil ? "\(key.id), \(Self.state(of: key))" : "\(key.id)"))
        }
        // Enough of a token to tell two apart; the whole of it is in the card, and in `--json`.
        if let apns = address?.apns {
            lines.append(("apns", "\(apns.topic), \(apns.environment.rawValue), token \(apns.token.prefix(8))…"))
        }
        if let mqtt = address?.mqtt { lines.append(("mqtt", PrintableText.escape("\(mqtt.url), topic \(mqtt.topic)"))) }
        if let verifyNumber { lines.append(("verify", "\(verifyNumber)")) }
        let width = (lines.map(\.0.count).max() ?? 0) + 2
        return lines.map { "\($0.0):" + String(repeating: " ", count: width - $0.0.count - 1) + $0.1 }
            .joined(separator: "\n")
    }

    var json: String {
        let keys = keys.map { key in
            var until: Timestamp?
            if case .superseded(let end) = key.state { until = end }
            return JSONComposer.object([
                ("id", JSONString.quote("\(key.id)")),
                ("fingerprint", JSONString.quote("\(key.fingerprint)")),
                ("public", JSONComposer.text(key.publicText)),
                ("created", JSONComposer.text(key.created.milliseconds)),
                ("supersededUntil", JSONComposer.text(until?.milliseconds)),
            ])
        }
        let object = JSONComposer.object([
            ("own", JSONComposer.text(isOwn)),
            ("name", JSONString.quote(name)),
            ("kind", JSONString.quote(kindName)),
            ("identity", JSONComposer.text(identity?.description)),
            (isOwn ? "created" : "accepted", JSONComposer.text(since.milliseconds)),
            ("revoked", JSONComposer.text(revokedAt?.milliseconds)),
            ("verify", JSONComposer.text(verifyNumber?.description)),
            ("keys", JSONComposer.array(keys)),
            address.map { ("address", $0.json) },
        ])
        return String(decoding: object, as: UTF8.self)
    }
}
