// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushReceiver
internal import UserNotifications

/// What came of a push, from the extension to the listener, in members of `userInfo` that nobody else can set: what is
/// opened is put over, and what is not opened brings none.
struct PushReport: Hashable, Sendable {
    private static let lineKey = "sealedpush-listen-line"
    private static let reasonKey = "sealedpush-listen-reason"
    private static let seenKey = "sealedpush-listen-seen"
    /// Stays in what is delivered: what the user does with it is told under that id.
    private static let idKey = "sealedpush-listen-id"

    /// The object of `--json`.
    let line: String
    /// Why it was not opened; `nil` where it was.
    let reason: String?
    /// What the seen list is to be told once it is shown.
    let seen: SeenPush?
    /// The id of the message; `nil` where it was not opened.
    let id: String?

    init(opened notification: OpenedNotification, tolerance: UInt64) {
        let end = notification.expiresAt?.milliseconds ?? .max
        let (lastGood, overflow) = end.addingReportingOverflow(tolerance)
        let staleFrom = Timestamp(milliseconds: overflow || lastGood == .max ? .max : lastGood + 1)
        let signer = notification.signer
        reason = nil
        id = notification.id.description
        seen = SeenPush(
            signer: signer?.key,
            id: notification.id,
            sentAt: notification.sentAt,
            staleFrom: staleFrom
        )
        line = Self.string([
            ("status", JSONString.quote("opened")),
            ("id", JSONString.quote(notification.id.description)),
            ("sentAt", JSONComposer.text(notification.sentAt.milliseconds)),
            ("expiresAt", JSONComposer.text(notification.expiresAt?.milliseconds)),
            (
                "signer",
                signer.map {
                    JSONComposer.object([
                        ("name", JSONComposer.text($0.name)), ("key", JSONString.quote($0.key.description)),
                    ])
                } ?? JSONComposer.text(nil as UInt64?)
            ),
            ("key", JSONString.quote(notification.keyID.description)),
            ("superseded", JSONComposer.text(notification.keyIsSuperseded)),
            ("replayChecked", JSONComposer.text(notification.replayChecked)),
            ("payload", notification.payload.json),
        ])
    }

    init(failed reason: String, _ diagnosis: String?) {
        self.reason = reason
        id = nil
        seen = nil
        line = Self.string([
            ("status", JSONString.quote("failed")), ("reason", JSONString.quote(reason)),
            diagnosis.map { ("diagnosis", JSONString.quote($0)) },
        ])
    }

    /// What an extension attached; `nil` where there is nothing of that.
    init?(_ content: UNNotificationContent) {
        guard let line = content.userInfo[Self.lineKey] as? String else { return nil }
        self.line = line
        reason = content.userInfo[Self.reasonKey] as? String
        id = content.userInfo[Self.idKey] as? String
        seen = (content.userInfo[Self.seenKey] as? String).flatMap(SeenText.push)
    }

    func attach(to content: UNMutableNotificationContent) {
        content.userInfo[Self.lineKey] = line
        content.userInfo[Self.reasonKey] = reason
        content.userInfo[Self.idKey] = id
        content.userInfo[Self.seenKey] = seen.map(SeenText.text)
    }

    /// The content as the device keeps it.
    static func detach(from content: UNNotificationContent) -> UNNotificationContent {
        guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return content }
        for key in [lineKey, reasonKey, seenKey] { copy.userInfo[key] = nil }
        return copy
    }

    /// The id of the message that a delivered notification is.
    static func id(of content: UNNotificationContent) -> String? { content.userInfo[idKey] as? String }

    private static func string(_ members: [(name: String, value: [UInt8])?]) -> String {
        String(decoding: JSONComposer.object(members), as: UTF8.self)
    }
}
