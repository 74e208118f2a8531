// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// A key store in a folder of its own, used by nothing but the command: each call is another run of it.
final class StoreFolder: Sendable {
    /// Milliseconds since 1970.
    static let start: UInt64 = 1_780_000_000_000
    static let day: UInt64 = 86_400_000

    private let store: TemporaryDirectory
    /// Everything else: cards, pushes, passphrases.
    private let folder: TemporaryDirectory

    init() throws {
        store = try TemporaryDirectory()
        folder = try TemporaryDirectory()
    }

    /// The store's file; nothing else is in its folder but what SQLite puts beside it.
    var path: String { store.path("store.db") }

    var folderPath: String { store.url.path }

    // MARK: Running

    func run(
        _ arguments: [String],
        input: [UInt8]? = nil,
        now: UInt64 = StoreFolder.start
    ) throws -> CommandResult {
        try CommandResult(["--store", path] + arguments, input: input, now: now)
    }

    /// Runs what must succeed.
    @discardableResult
    func done(
        _ arguments: [String],
        input: [UInt8]? = nil,
        now: UInt64 = StoreFolder.start,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandResult {
        let result = try run(arguments, input: input, now: now)
        try #require(result.code == 0, "\(arguments): \(result.error)", sourceLocation: sourceLocation)
        return result
    }

    /// Runs it as a process of its own, by the system's clock.
    func process(_ arguments: [String]) throws -> CommandResult { try Tool.run(["--store", path] + arguments) }

    // MARK: Parts of a life

    /// The card of an own name, as bytes to be trusted elsewhere.
    func card(_ name: String, now: UInt64 = StoreFolder.start) throws -> [UInt8] {
        try done(["key", "card", name], now: now).output
    }

    /// A push to a name of this store.
    func sealed(
        to name: String,
        _ options: [String] = ["--anonymous"],
        body: String = "hello",
        now: UInt64 = StoreFolder.start
    ) throws -> [UInt8] {
        try done(["seal", "--to", name, "--body", body] + options, now: now).output
    }

    /// What `open --json` says of a push: its members, or those of the failure.
    func opened(
        _ push: [UInt8],
        _ options: [String] = [],
        now: UInt64 = StoreFolder.start
    ) throws -> [String: Any] {
        let result = try run(["open", "--json"] + options, input: push, now: now)
        let line = try #require(result.json, "\(result.error)")
        #expect(result.code == (line["status"] as? String == "opened" ? 0 : 1))
        return line
    }

    /// What `key show --json` says of a name.
    func shown(_ name: String, now: UInt64 = StoreFolder.start) throws -> [String: Any] {
        try #require(done(["key", "show", name, "--json"], now: now).json)
    }

    /// The key ids of a name, that of the current key first.
    func keyIDs(_ name: String, now: UInt64 = StoreFolder.start) throws -> [String] {
        let keys = try #require(shown(name, now: now)["keys"] as? [[String: Any]])
        return keys.compactMap { $0["id"] as? String }
    }

    /// The names in the store, in the order of `key list`.
    func listed(now: UInt64 = StoreFolder.start) throws -> [String] {
        try done(["key", "list", "--json"], now: now).lines.compactMap { JSON.object($0)?["name"] as? String }
    }

    /// The secrets under a name, as text, taken out by an export.
    func secrets(of name: String, now: UInt64 = StoreFolder.start) throws -> [String] {
        let words = try write("words", "correct horse battery staple")
        let line = try done(["key", "export", name, "--passphrase-file", words], now: now).output
        let file = folder.path("\(UUID().uuidString).key")
        try done(["key", "import", "-o", file, "--passphrase-file", words], input: line, now: now)
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("sealedpush:") }.map(String.init)
    }

    // MARK: Files

    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try folder.write(name, text, mode: mode)
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
        try folder.write(name, bytes, mode: mode)
    }

    /// A place beside the store.
    func place(_ name: String) -> String { folder.path(name) }

    /// The store's files, and what else lies beside them.
    func contents() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: store.url.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: store.path($0)))) }
        )
    }

    /// Whether a secret stands in any of the store's files, as bytes or as text.
    func contains(_ secret: String) throws -> Bool {
        let text = try #require(secret.split(separator: ":").last.map(String.init))
        let bytes = Data(try #require(Encoding.base64url(text)).prefix(32))
        return try contents().values.contains { $0.range(of: bytes) != nil || $0.range(of: Data(text.utf8)) != nil }
    }
}

/// Somebody else, whose cards a test makes as it likes.
struct Stranger {
    let identity: Identity.Secret

    init() throws { identity = try Identity.Secret() }

    func card(
        _ subject: KeyCard.Subject,
        serial: UInt64,
        name: String = "Door",
        grace: UInt32? = nil
    ) throws -> [UInt8] {
        let card = try KeyCard(
            introducing: subject,
            name: name,
            signedBy: identity,
            serial: serial,
            created: StoreFolder.start / 1000,
            grace: grace
        )
        return [UInt8]((card.text + "\n").utf8)
    }
}
