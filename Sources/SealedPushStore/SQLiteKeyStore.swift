// SPDX-License-Identifier: Apache-2.0

/// Keys, contacts, seen pushes and failure counts in one SQLite file.
///
/// An app and its service extension open the same file. What the extension calls (the three protocols) only reads keys,
/// writes seen pushes and failure counts, and waits at most 200 ms for another program. **Everything else is for the app
/// alone**: it makes the file, migrates it, makes, rotates and erases keys, and waits up to five seconds. Opening does
/// none of that, so it is safe in both. An app calls `performMaintenance()` once at each launch.
///
/// Each change is one transaction: killed at any instant, or read while another process rotates, the store is old or new,
/// never half. The file has mode 0600 and no passphrase; no secret of it is in memory before it is asked for.
public final class SQLiteKeyStore: Sendable {
    /// What `openingKeys`, `record` and the other calls of a receiver use: never held by a change of keys.
    private let receiving: Lock<Connection?>
    /// What changes keys and contacts.
    private let managing = Lock<Connection?>(nil)
    private let file: StoreFile
    private let schema: Schema
    let options: StoreOptions

    /// Opens the store at a path; where there is none yet, the first key or contact makes it.
    ///
    /// - Parameter path: A file, or a folder (such as an App Group's container), in which `store.db` is meant.
    /// - Throws: `StoreError.exposedFile`, `symbolicLink`, `notAStore`, `newerVersion`, `olderVersion`,
    ///   `damaged`, `busy`, `notEnoughMemory`, `file`.
    public convenience init(at path: some StringProtocol) throws(StoreError) {
        try self.init(at: String(path), options: StoreOptions())
    }

    /// The form for tests.
    package convenience init(at path: String, options: StoreOptions) throws(StoreError) {
        try self.init(at: path, options: options, schema: .current)
    }

    init(at path: String, options: StoreOptions, schema: Schema) throws(StoreError) {
        file = try StoreFile(path)
        self.options = options
        self.schema = schema
        receiving = Lock(try Self.open(file, schema, patience: options.receivingPatience))
    }

    /// The path of the file.
    public var path: String { file.path }

    var now: Timestamp { options.now() }

    /// Whether the file has been made.
    ///
    /// - Throws: `StoreError.exposedFile`, `symbolicLink`, `file`.
    public func exists() throws(StoreError) -> Bool { try file.check() != nil }

    // MARK: Access

    /// One consistent look at the store.
    ///
    /// - Returns: `nil` where there is no store yet.
    func read<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result? {
        try receive(.reading, body)
    }

    /// A short transaction of a receiver.
    ///
    /// - Returns: `nil` where there is no store yet.
    func receive<Result>(
        _ access: Connection.Access,
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        try receiving.withLock { (opened) throws(StoreError) in
            if opened == nil { opened = try Self.open(file, schema, patience: options.receivingPatience) }
            guard let connection = opened else { return nil }
            return try connection.transaction(access) { () throws(StoreError) in try body(connection) }
        }
    }

    /// One change of keys or contacts, as one transaction, with the erasures that are due; for the app alone.
    func change<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try managing.withLock { (opened) throws(StoreError) in
            if opened == nil { opened = try makeAndOpen() }
            guard let connection = opened else { throw missing }
            let result = try connection.transaction(.changing) { () throws(StoreError) in
                try schema.migrate(connection)
                try OwnKeyTable(connection).eraseDue(now: now)
                return try body(connection)
            }
            settleErasure(connection)
            return result
        }
    }

    private func makeAndOpen() throws(StoreError) -> Connection {
        try file.make()
        guard let path = try file.check() else { throw missing }
        let connection = try Connection(path: path, patience: options.managingPatience)
        _ = try connection.transaction(.reading) { () throws(StoreError) in try schema.state(of: connection) }
        // A key that was handed out must outlive a power cut.
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.useLog()
        return connection
    }

    private static func open(
        _ file: StoreFile,
        _ schema: Schema,
        patience: Int32
    ) throws(StoreError) -> Connection? {
        guard let path = try file.check() else { return nil }
        let connection = try Connection(path: path, patience: patience)
        // The log reaches the disk later: a power cut may cost the last seen ids, a killed process costs none, and the
        // extension does not wait for a disk.
        try connection.execute("PRAGMA synchronous = NORMAL")
        switch try connection.transaction(.reading, { () throws(StoreError) in try schema.state(of: connection) }) {
        case .readable: return connection
        case .empty: return nil
        case .outdated:
            throw StoreError(
                .olderVersion,
                "\(PrintableText.escape(path)): made by an older version: open it with the app or the command once"
            )
        }
    }

    var missing: StoreError {
        StoreError(.missing, "no key store at \(PrintableText.escape(path)): the first key or contact makes it")
    }
}
