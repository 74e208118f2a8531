// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// What can be seen of something without a secret, for people and for scripts.
struct InspectReport {
    /// What is wrong, in words; the first is the gravest.
    private(set) var problems: [String] = []
    /// Which key a sealed payload is for.
    private(set) var keyID: KeyID?
    private var title = ""
    private var lines: [(name: String, value: String)] = []
    private var members: [(name: String, value: [UInt8])?] = []

    // MARK: Payloads

    /// An outer payload.
    init(payload bytes: [UInt8]) {
        do throws(EnvelopeError) {
            if let field = try Envelope.field(inOuterPayload: bytes) {
                add(try Envelope(text: field))
            } else {
                title = "ordinary payload, not sealed"
                problems.append("notSealed: no encrypted-content in it")
                members = [("kind", JSONString.quote("payload")), ("reason", JSONString.quote("notSealed"))]
            }
        } catch {
            add(error)
        }
        add(outer: bytes)
        addProblems()
    }

    /// The text of `encrypted-content`, alone.
    init(content: [UInt8]) {
        do throws(EnvelopeError) {
            add(try Envelope(text: content))
        } catch {
            add(error)
        }
        addProblems()
    }

    private mutating func add(_ envelope: Envelope) {
        title = "sealed, version \(Envelope.version), to a \(envelope.mode)"
        keyID = envelope.keyID
        lines = [
            ("key id", "\(envelope.keyID)"),
            (
                "envelope",
                "\(envelope.bytes.count) bytes, \(envelope.innerLength) of them sealed content with its padding"
            ),
        ]
        members = [
            ("kind", JSONString.quote("sealed")),
            ("version", JSONComposer.text(UInt64(Envelope.version))),
            ("mode", JSONString.quote(envelope.mode == .device ? "device" : "shared")),
            ("key", JSONString.quote("\(envelope.keyID)")),
            ("envelopeBytes", JSONComposer.text(UInt64(envelope.bytes.count))),
            ("innerBytes", JSONComposer.text(UInt64(envelope.innerLength))),
        ]
    }

    private mutating func add(_ error: EnvelopeError) {
        let reason = error.code == .malformed ? "malformed" : "unsupportedVersion"
        title = "sealed payload that cannot be read"
        problems.append("\(reason): \(error.problem)")
        members = [("kind", JSONString.quote("sealed")), ("reason", JSONString.quote(reason))]
    }

    private mutating func add(outer bytes: [UInt8]) {
        let left = Limits.alertPayload - bytes.count
        lines.append(
            (
                "payload",
                "\(bytes.count) bytes of \(Limits.alertPayload), " + (left < 0 ? "\(-left) too many" : "\(left) left")
            )
        )
        members.append(("payloadBytes", JSONComposer.text(UInt64(bytes.count))))
        members.append(("bytesLeft", [UInt8]("\(left)".utf8)))
        if left < 0 { problems.append("\(bytes.count) bytes, \(-left) more than APNs takes") }
        guard let payload = try? PushPayload(json: bytes) else { return }
        let shown = [payload.title, payload.subtitle, payload.body].compactMap { $0 }.joined(separator: " / ")
        lines.append(("placeholder", shown))
        members.append(("placeholder", JSONString.quote(shown)))
        guard problems.isEmpty || left < 0 else { return }
        if !payload.hasVisibleText { problems.append("no alert text outside: the system does not run the extension") }
        if payload.aps?["mutable-content"]?.wholeNumber != 1 {
            problems.append("mutable-content is not 1: the system does not run the extension")
        }
    }

    /// Who the key is known as here.
    mutating func add(names: [String]) {
        guard !names.isEmpty, let place = lines.firstIndex(where: { $0.name == "key id" }) else { return }
        lines.insert(("known as", names.joined(separator: ", ")), at: place + 1)
        members.append(("names", JSONComposer.array(names.map { JSONString.quote($0) })))
    }

    private mutating func addProblems() {
        members.append(("problems", JSONComposer.array(problems.map { JSONString.quote($0) })))
    }

    // MARK: Keys and cards

    init(keys: [AnyKey]) {
        title = keys.count == 1 ? "key file with one key" : "key file with \(keys.count) keys"
        for key in keys {
            let secret = key.kind.isSecret ? " (secret)" : ""
            lines.append(("\(key.kind)", "key id \(key.fingerprint.id)\(secret)"))
            if let number = key.publicKey?.verifyNumber { lines.append(("  verify", "\(number)")) }
        }
        members = [
            ("kind", JSONString.quote("keys")),
            (
                "keys",
                JSONComposer.array(
                    keys.map { key in
                        JSONComposer.object([
                            ("kind", JSONString.quote("\(key.kind)")),
                            ("id", JSONString.quote("\(key.fingerprint.id)")),
                            ("fingerprint", JSONString.quote("\(key.fingerprint)")),
                            ("public", JSONComposer.text(key.publicText)),
                            ("verify", JSONComposer.text((key.publicKey?.verifyNumber).map { "\($0)" })),
                        ])
                    }
                )
            ),
        ]
    }

    init(card: KeyCard) {
        let kind: String
        let key: String?
        switch card.subject {
        case .device(let device): (kind, key) = ("device", "\(device)")
        case .signer(let signer): (kind, key) = ("signer", "\(signer)")
        case .revokedDevice: (kind, key) = ("device", nil)
        case .revokedSigner: (kind, key) = ("signer", nil)
        }
        title = key == nil ? "card that revokes a \(kind)" : "card of a \(kind)"
        lines = [
            ("name", "\(card.name) (a suggestion, not to be trusted)"), ("identity", "\(card.identity)"),
            ("key", key ?? "none"), ("serial", "\(card.serial)"), ("verify", "\(card.verifyNumber)"),
        ]
        members = [
            ("kind", JSONString.quote("card")), ("subject", JSONString.quote(kind)),
            ("name", JSONString.quote(card.name)), ("identity", JSONString.quote("\(card.identity)")),
            ("key", JSONComposer.text(key)), ("serial", JSONComposer.text(card.serial)),
            ("created", JSONComposer.text(card.created)), ("grace", JSONComposer.text(UInt64(card.grace))),
            ("revoked", JSONComposer.text(card.isRevocation)), ("verify", JSONString.quote("\(card.verifyNumber)")),
        ]
    }

    // MARK: Forms

    var text: String {
        let width = (lines.map(\.name.count).max() ?? 0) + 2
        return
            ([title]
            + lines.map { line in
                "\(line.name):" + String(repeating: " ", count: width - line.name.count - 1)
                    + PrintableText.escape(line.value)
            } + problems.map { "wrong: \($0)" }).joined(separator: "\n")
    }

    var json: String { String(decoding: JSONComposer.object(members), as: UTF8.self) }
}
