// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore
internal import UserNotifications

/// A request that waits for its trigger.
struct PendingRequest {
    let number: Int64
    let request: UNNotificationRequest
    /// Milliseconds since 1970; `nil` where it waits for a place.
    let due: Int64?
    /// Whether the device was inside the region when it was last seen; `nil` before.
    let isInside: Bool?
}

extension NotificationStore {
    /// In place of one with the same identifier; returns whether that had attachments.
    func addPending(_ archive: RequestArchive, due: Int64?, isInside: Bool?) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            var earlier = try connection.row(
                "DELETE FROM pending WHERE identifier = ? RETURNING files IS NOT NULL",
                .text(archive.identifier)
            )
            try connection.change(
                "INSERT INTO pending (identifier, due, is_inside, content, trigger, files) VALUES (?, ?, ?, ?, ?, ?)",
                .text(archive.identifier),
                .integer(due),
                .integer(isInside.map { $0 ? 1 : 0 }),
                .blob(archive.content),
                .blob(archive.trigger),
                Self.column(archive.files)
            )
            return try earlier?.integer() == 1
        }
    }

    /// All, in the order in which they were added.
    func pendingRequests() throws(StoreError) -> [PendingRequest] {
        try requests("ORDER BY number")
    }

    /// Those that wait for a place.
    func requestsWaitingForPlaces() throws(StoreError) -> [PendingRequest] {
        try requests("WHERE due IS NULL ORDER BY number")
    }

    /// Some of those whose date has come, the earliest first.
    func dueRequests(at time: Int64, limit: Int) throws(StoreError) -> [PendingRequest] {
        try requests("WHERE due <= ? ORDER BY due, number LIMIT ?", .integer(time), .integer(Int64(limit)))
    }

    /// When the next one is due.
    func nextDue() throws(StoreError) -> Int64? {
        guard var row = try connection.row("SELECT min(due) FROM pending WHERE due IS NOT NULL") else { return nil }
        return try row.optionalInteger()
    }

    /// `nil` is all of them; returns whether one of them had attachments.
    func removePending(_ identifiers: [String]?) throws(StoreError) -> Bool {
        try remove(identifiers, from: "pending")
    }

    func setDue(_ due: Int64, number: Int64) throws(StoreError) {
        try connection.change("UPDATE pending SET due = ? WHERE number = ?", .integer(due), .integer(number))
    }

    func setInside(_ isInside: Bool, number: Int64) throws(StoreError) {
        try connection.change(
            "UPDATE pending SET is_inside = ? WHERE number = ?",
            .integer(isInside ? 1 : 0),
            .integer(number)
        )
    }

    func remove(_ identifiers: [String]?, from table: String) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            var hadFiles = false
            for filter in identifiers.map({ $0.map { ("identifier = ?", [DatabaseValue.text($0)]) } }) ?? [("1", [])] {
                let rows = try connection.rows(
                    "DELETE FROM \(table) WHERE \(filter.0) RETURNING files IS NOT NULL",
                    filter.1
                )
                for var row in rows where try row.integer() != 0 { hadFiles = true }
            }
            return hadFiles
        }
    }

    private func requests(_ filter: String, _ values: DatabaseValue...) throws(StoreError) -> [PendingRequest] {
        var requests: [PendingRequest] = []
        let rows = try connection.rows(
            "SELECT number, identifier, due, is_inside, content, trigger FROM pending \(filter)",
            values
        )
        for var row in rows {
            let number = try row.integer()
            let identifier = try row.text()
            let due = try row.optionalInteger()
            let isInside = try row.optionalInteger().map { $0 != 0 }
            let content = try row.blob()
            // What cannot be read can be neither shown nor listed.
            guard
                let request = RequestArchive.request(
                    identifier: identifier,
                    content: content,
                    trigger: try row.optionalBlob(),
                    attachments: attachments
                )
            else {
                try connection.change("DELETE FROM pending WHERE number = ?", .integer(number))
                continue
            }
            requests.append(PendingRequest(number: number, request: request, due: due, isInside: isInside))
        }
        return requests
    }
}
