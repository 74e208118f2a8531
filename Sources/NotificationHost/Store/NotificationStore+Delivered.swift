// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushStore
internal import UserNotifications

/// A notification that was delivered.
///
/// Unchecked because the framework's classes are not `Sendable`: a notification never changes.
struct DeliveredNotification: @unchecked Sendable {
    let number: Int64
    let notification: UNNotification
    /// Whether a process ended while it was with the presenter.
    let isInDoubt: Bool
    /// What the presenter calls it, or what it called the one before it.
    let reference: String?

    var identifier: String { notification.request.identifier }
}

extension NotificationStore {
    /// Where a notification comes from.
    enum Source {
        case outside
        /// A push, with its redelivery key where it has one.
        case provider(key: String?)
        /// A pending request, which goes, or waits for its next date.
        case pending(number: Int64, nextDue: Int64?, staysPending: Bool)
    }

    /// Puts a notification into the list, in place of one with the same identifier, and takes it from where it comes from;
    /// returns whether the one before it had attachments.
    func deliver(_ archive: RequestArchive, at time: Int64, from source: Source) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            if case .provider(let key?) = source { try markTaken(key) }
            if case .pending(let number, let nextDue, let stays) = source {
                if stays {
                    try connection.change(
                        "UPDATE pending SET due = ? WHERE number = ?",
                        .integer(nextDue),
                        .integer(number)
                    )
                } else {
                    try connection.change("DELETE FROM pending WHERE number = ?", .integer(number))
                }
            }
            // The reference stays: the presenter replaces what it shows under it.
            var earlier = try connection.row(
                "DELETE FROM delivered WHERE identifier = ? RETURNING files IS NOT NULL, reference",
                .text(archive.identifier)
            )
            let hadFiles = try earlier?.integer() == 1
            try connection.change(
                """
                INSERT INTO delivered (identifier, date, content, trigger, files, state, reference)
                VALUES (?, ?, ?, ?, ?, 0, ?)
                """,
                .text(archive.identifier),
                .integer(time),
                .blob(archive.content),
                .blob(archive.trigger),
                Self.column(archive.files),
                .text(try earlier?.optionalText())
            )
            return hadFiles
        }
    }

    /// All that a presenter has, listed or not.
    func shownNotifications() throws(StoreError) -> [DeliveredNotification] {
        try notifications("WHERE reference IS NOT NULL ORDER BY number")
    }

    /// The list, in the order of delivery.
    func deliveredNotifications() throws(StoreError) -> [DeliveredNotification] {
        try notifications("WHERE state = 2 AND is_listed ORDER BY number")
    }

    /// Those that are not before the user yet, some at a time.
    func notificationsToShow(after number: Int64, limit: Int) throws(StoreError) -> [DeliveredNotification] {
        try notifications(
            "WHERE state = 0 AND number > ? ORDER BY number LIMIT ?",
            .integer(number),
            .integer(Int64(limit))
        )
    }

    func delivered(_ identifier: String) throws(StoreError) -> DeliveredNotification? {
        try notifications("WHERE identifier = ?", .text(identifier)).first
    }

    /// At the start: what a process that ended had given to its presenter is in doubt.
    func doubtWhatWasGiven() throws(StoreError) {
        try connection.change("UPDATE delivered SET state = 0, is_in_doubt = 1 WHERE state = 1")
    }

    /// Returns whether it is still there: it may have been removed, or replaced, while a delegate thought about it.
    func markGiven(_ number: Int64, isListed: Bool) throws(StoreError) -> Bool {
        try connection.change(
            "UPDATE delivered SET state = 1, is_listed = ? WHERE number = ?",
            .integer(isListed ? 1 : 0),
            .integer(number)
        ) > 0
    }

    func markShown(_ number: Int64, reference: String?) throws(StoreError) {
        try connection.change(
            "UPDATE delivered SET state = 2, is_in_doubt = 0, reference = ? WHERE number = ?",
            .text(reference),
            .integer(number)
        )
    }

    /// What is not in the list is kept while it may still be on the screen, for what the user does with it.
    private static let screenCapacity = 1_000
    /// How often it is looked whether there is too much.
    private static let trimInterval: Int64 = 256

    /// Drops the oldest where there is too much; returns whether one of them had attachments.
    func trim(after number: Int64, list: Int, interval: Int64 = trimInterval) throws(StoreError) -> Bool {
        guard number % interval == 0 else { return false }
        return try change { () throws(StoreError) in
            var hadFiles = false
            for (isListed, capacity) in [(1, list), (0, Self.screenCapacity)] {
                let rows = try connection.rows(
                    """
                    DELETE FROM delivered WHERE state = 2 AND is_listed = ?1 AND number <= (
                        SELECT number FROM delivered WHERE state = 2 AND is_listed = ?1
                        ORDER BY number DESC LIMIT 1 OFFSET ?2
                    ) RETURNING files IS NOT NULL
                    """,
                    .integer(Int64(isListed)),
                    .integer(Int64(capacity))
                )
                for var row in rows where try row.integer() != 0 { hadFiles = true }
            }
            return hadFiles
        }
    }

    /// It was not shown after all.
    func markWaiting(_ number: Int64) throws(StoreError) {
        try connection.change("UPDATE delivered SET state = 0 WHERE number = ?", .integer(number))
    }

    func removeDelivered(number: Int64) throws(StoreError) -> Bool {
        let rows = try connection.rows(
            "DELETE FROM delivered WHERE number = ? RETURNING files IS NOT NULL",
            .integer(number)
        )
        for var row in rows where try row.integer() != 0 { return true }
        return false
    }

    /// `nil` is all of them; returns whether one of them had attachments.
    func removeDelivered(_ identifiers: [String]?) throws(StoreError) -> Bool {
        try remove(identifiers, from: "delivered")
    }

    private func notifications(
        _ filter: String,
        _ values: DatabaseValue...
    ) throws(StoreError) -> [DeliveredNotification] {
        var notifications: [DeliveredNotification] = []
        let rows = try connection.rows(
            "SELECT number, identifier, date, content, trigger, is_in_doubt, reference FROM delivered \(filter)",
            values
        )
        for var row in rows {
            let number = try row.integer()
            let identifier = try row.text()
            let date = Date(milliseconds: try row.integer())
            let content = try row.blob()
            guard
                let request = RequestArchive.request(
                    identifier: identifier,
                    content: content,
                    trigger: try row.optionalBlob(),
                    attachments: attachments
                )
            else {
                // What cannot be read can be neither shown nor listed.
                try connection.change("DELETE FROM delivered WHERE number = ?", .integer(number))
                continue
            }
            notifications.append(
                DeliveredNotification(
                    number: number,
                    notification: UNNotification(date: date, request: request),
                    isInDoubt: try row.integer() != 0,
                    reference: try row.optionalText()
                )
            )
        }
        return notifications
    }
}
