// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// How `open` tells what came of a push, to people and to scripts.
struct OpenReport {
    private let opened: OpenedNotification

    init(_ opened: OpenedNotification) { self.opened = opened }

    /// What is shown of a push that could not be opened.
    static let placeholder = Placeholder.standard.text ?? ""

    // MARK: For people

    /// A line for each field, those that go on in further lines indented: no text can pass for another field.
    var text: String {
        let payload = opened.payload
        var lines: [(name: String, value: String)] = []
        if let title = payload.title { lines.append(("title", title)) }
        if let subtitle = payload.subtitle { lines.append(("subtitle", subtitle)) }
        if let body = payload.body { lines.append(("body", body)) }
        if !payload.hasVisibleText { lines.append(("body", Self.placeholder)) }
        lines.append(("from", sender))
        lines.append(("sent", "\(opened.sentAt)"))
        if opened.keyIsSuperseded { lines.append(("key", "\(opened.keyID), superseded by a newer one")) }
        if opened.clockUnset { lines.append(("age", "unknown: the clock of this machine is not set")) }
        let width = (lines.map(\.name.count).max() ?? 0) + 2
        return lines.map { line in
            let label = "\(line.name):"
            let indent = String(repeating: " ", count: width)
            let text = PrintableText.escape(line.value, keepingLineBreaks: true)
            return label + String(repeating: " ", count: width - label.count)
                + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\(indent)")
        }.joined(separator: "\n")
    }

    private var sender: String {
        switch opened.sender {
        case .signer(let signer): signer.name.map { "\($0) (\(signer.key))" } ?? signer.key.description
        case .anonymous: "anonymous (not signed)"
        case .member(let name): "a member of \(name ?? "the group with key \(opened.keyID)") (not signed)"
        }
    }

    /// Why a push was not opened, and what helps.
    static func explanation(_ failure: OpenFailure) -> String {
        "not opened, \(failure)\(hint(failure.reason).map { " (\($0))" } ?? "")"
    }

    private static func hint(_ reason: OpenFailure.Reason) -> String? {
        switch reason {
        case .notSealed: "an ordinary push; nothing in it can be trusted"
        case .unknownKey: "sealed to another key than those here; 'sealedpush inspect' shows which"
        case .retiredKey: "sealed to a key that was replaced or revoked; the sender needs the new card"
        case .duplicate: "it was opened before"
        case .cannotOpen: "altered on the way, or made wrongly"
        case .untrustedSender: "not signed, or by someone not trusted"
        case .stale: "expired, or from the future; is the clock right?"
        default: nil
        }
    }

    // MARK: For scripts

    var json: String {
        let signer = opened.signer.map {
            JSONComposer.object([
                ("name", JSONComposer.text($0.name)), ("key", JSONString.quote($0.key.description)),
            ])
        }
        return Self.string([
            ("status", JSONString.quote("opened")),
            ("id", JSONString.quote(opened.id.description)),
            ("sentAt", JSONComposer.text(opened.sentAt.milliseconds)),
            ("expiresAt", JSONComposer.text(opened.expiresAt?.milliseconds)),
            ("signer", signer ?? JSONComposer.text(nil as UInt64?)),
            ("key", JSONString.quote(opened.keyID.description)),
            ("superseded", JSONComposer.text(opened.keyIsSuperseded)),
            ("replayChecked", JSONComposer.text(opened.replayChecked)),
            ("clockUnset", JSONComposer.text(opened.clockUnset)),
            ("payload", opened.payload.json),
        ])
    }

    static func json(_ failure: OpenFailure) -> String {
        string([
            ("status", JSONString.quote("failed")),
            ("reason", JSONString.quote(failure.reason.rawValue)),
            ("payload", PushPayload(body: placeholder).json),
        ])
    }

    private static func string(_ members: [(name: String, value: [UInt8])?]) -> String {
        String(decoding: JSONComposer.object(members), as: UTF8.self)
    }
}
