// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// What the seen list is told of a push, as text: from the extension to the listener, and in the journal.
enum SeenText {
    static func text(_ push: SeenPush) -> String {
        let object = JSONComposer.object([
            ("id", JSONString.quote(push.id.description)),
            ("sentAt", JSONString.quote(String(push.sentAt.milliseconds))),
            ("staleFrom", JSONString.quote(String(push.staleFrom.milliseconds))),
            ("signer", JSONComposer.text(push.signer?.description)),
        ])
        return String(decoding: object, as: UTF8.self)
    }

    /// `nil` for something else.
    static func push(_ text: String) -> SeenPush? {
        guard let root = try? JSONDocument([UInt8](text.utf8)).root,
            let id = root["id"]?.string.flatMap({ MessageID(uuid: $0) }),
            let sentAt = root["sentAt"]?.string.flatMap({ UInt64($0) }),
            let staleFrom = root["staleFrom"]?.string.flatMap({ UInt64($0) }),
            let member = root["signer"]
        else { return nil }
        var signer: SigningKey.Public?
        if !member.isNull {
            guard let key = try? member.string.map({ try SigningKey.Public(text: $0) }) else { return nil }
            signer = key
        }
        return SeenPush(
            signer: signer,
            id: id,
            sentAt: Timestamp(milliseconds: sentAt),
            staleFrom: Timestamp(milliseconds: staleFrom)
        )
    }
}
