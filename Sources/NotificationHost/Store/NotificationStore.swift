// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore

/// What is scheduled and what was delivered, in one SQLite file; killed at any instant it is old or new, never half.
final class NotificationStore: Sendable {
    private static let noun = "notification store"
    /// Milliseconds that a change waits for another process of the app.
    private static let patience: Int32 = 5000

    private static let schema = Schema(
        migrations: [version1],
        oldestReadable: 1,
        // "SPNo".
        applicationID: 0x5350_4e6f,
        noun: noun
    )

    let connection: Connection
    /// Where the files of the attachments are; `nil` where nothing outlives the process.
    let attachments: AttachmentFolder?

    /// Opens the store at a path, and makes it where there is none; without a path it is in memory, and goes with the process.
    ///
    /// - Throws: `StoreError`, as a key store does.
    init(at path: String?, attachments: AttachmentFolder? = nil) throws(StoreError) {
        self.attachments = attachments
        if let path {
            let file = try StoreFile(path, noun: Self.noun)
            try file.make()
            guard let resolved = try file.check() else {
                throw StoreError(.missing, "\(path): the notification store could not be made")
            }
            connection = try Connection(path: resolved, patience: Self.patience, noun: Self.noun)
            try connection.useLog()
        } else {
            connection = try Connection(path: ":memory:", patience: Self.patience, noun: Self.noun)
        }
        try setDurability(.process)
        try change { () throws(StoreError) in try Self.schema.migrate(connection) }
        // A list that came back empty for a broken page would be taken for the truth.
        if var row = try connection.row("PRAGMA quick_check(1)"), case let found = try row.text(), found != "ok" {
            throw StoreError(.damaged, "\(path ?? "memory"): the notification store is damaged: move it away: \(found)")
        }
    }

    /// What a change outlives once it was made.
    enum Durability: String {
        /// The end of the process, however sudden; a power cut may cost the last changes.
        case process = "NORMAL"
        /// A power cut too: what a provider will not send again.
        case power = "FULL"
    }

    /// Applies to the changes that follow.
    func setDurability(_ durability: Durability) throws(StoreError) {
        try connection.execute("PRAGMA synchronous = \(durability.rawValue)")
    }

    /// One change: all of it, or nothing.
    func change<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try connection.transaction(.changing, body)
    }

    /// The paths of all attachments that something in the store still needs.
    func files() throws(StoreError) -> Set<String> {
        var files: Set<String> = []
        let rows = try connection.rows(
            "SELECT files FROM pending WHERE files IS NOT NULL UNION ALL SELECT files FROM delivered WHERE files IS NOT NULL"
        )
        for var row in rows { files.formUnion(Self.paths(try row.blob())) }
        return files
    }

    /// Paths in one column; none of them holds a zero byte.
    static func column(_ paths: [String]) -> DatabaseValue {
        paths.isEmpty ? .null : .blob([UInt8](paths.joined(separator: "\0").utf8))
    }

    private static func paths(_ column: [UInt8]) -> [String] {
        column.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
