// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

package import SealedPushCore
package import SealedPushStore

/// Everything a command reaches of the world, given to it so that tests can give something else.
package struct CommandContext {
    /// The arguments, without the program's name.
    package let arguments: [String]
    package let environment: [String: String]
    package let now: @Sendable () -> Timestamp
    /// `--store`.
    var storeOption: String?
    /// Where a passphrase is asked for.
    let terminal: String
    package let input: Int32
    private let output: Int32
    private let error: Int32
    /// The key store, once it was opened.
    private var store: SQLiteKeyStore?
    /// Results not written yet.
    private var pending: [UInt8] = []
    /// `-q`: errors only.
    var isQuiet = false
    /// `-v`: what was done, too.
    var isVerbose = false

    package init(
        arguments: [String],
        environment: [String: String] = [:],
        input: Int32 = 0,
        output: Int32 = 1,
        error: Int32 = 2,
        terminal: String = "/dev/tty",
        now: @escaping @Sendable () -> Timestamp = Timestamp.now
    ) {
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.output = output
        self.error = error
        self.terminal = terminal
        self.now = now
    }

    // MARK: Writing

    /// How many bytes of results are kept back at most.
    private static let bufferLength = 65_536

    /// Results, and nothing else, go to standard output.
    package mutating func write(_ bytes: some Sequence<UInt8>) throws(CommandError) {
        pending += bytes
        if pending.count >= Self.bufferLength { try flush() }
    }

    package mutating func writeLine(_ text: String) throws(CommandError) {
        try write(text.utf8)
        try write([UInt8(ascii: "\n")])
    }

    /// A line of JSON; on a terminal without a character that it would obey, which JSON can spell in another way.
    package mutating func writeJSON(_ text: String) throws(CommandError) {
        try writeLine(outputIsTerminal ? PrintableText.escapeJSON(text) : text)
    }

    /// Writes what was kept back.
    package mutating func flush() throws(CommandError) {
        defer { pending = [] }
        guard !pending.isEmpty, let problem = unsafe Files.write(pending.span.bytes, to: output) else { return }
        guard problem != EPIPE else { throw .brokenPipe }
        throw CommandError(reading: FileError("write", "standard output", errno: problem))
    }

    var outputIsTerminal: Bool { isatty(output) == 1 }
    var errorIsTerminal: Bool { isatty(error) == 1 }

    /// Everything that is not a result goes to standard error, one line at a time.
    package func say(_ text: String) {
        let line = [UInt8]("sealedpush: \(text)\n".utf8)
        // If even this cannot be written there is no one left to tell.
        _ = unsafe Files.write(line.span.bytes, to: error)
    }

    /// Text as it is, for usage that stands in place of an error.
    func sayPlain(_ text: String) {
        _ = unsafe Files.write([UInt8](text.utf8).span.bytes, to: error)
    }

    /// Something worth knowing that stops nothing.
    package func note(_ text: String) {
        if !isQuiet { say("note: \(text)") }
    }

    /// What was done, for `-v`.
    package func detail(_ text: String) {
        if isVerbose { say(text) }
    }

    // MARK: Reading

    /// Reads a file, or standard input for `-`; at most `limit` + 1 bytes.
    mutating func read(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        try Self.requirePath(path)
        do throws(FileError) {
            guard path != "-" else {
                return try Files.contents(of: input, path: "standard input", limit: limit)
            }
            let descriptor = try Files.openForReading(path)
            defer { close(descriptor) }
            return try Files.contents(of: descriptor, path: path, limit: limit)
        } catch {
            throw CommandError(reading: error)
        }
    }

    /// Reads a key file, or standard input for `-`.
    mutating func readKeyFile(_ path: String) throws(CommandError) -> KeyFile {
        try Self.requirePath(path)
        return try CommandError.wrapping { () throws(KeyError) in
            try path == "-" ? KeyFile(path: "standard input", standardInput: input) : KeyFile(path: path)
        }
    }

    /// Reads a file with a secret in it, or standard input for `-`, into guarded memory.
    mutating func readSecret(_ path: String, limit: Int) throws(CommandError) -> SecretFile {
        try Self.requirePath(path)
        return try CommandError.wrapping { () throws(KeyError) in
            try path == "-"
                ? SecretFile(path: "standard input", standardInput: input, limit: limit)
                : SecretFile(path: path, limit: limit)
        }
    }

    /// Tells text that belongs into a file from the name of one.
    private static func requirePath(_ path: String) throws(CommandError) {
        guard !path.hasPrefix("sealedpush:") else {
            throw CommandError(.usage, "this is text, and the name of a file is wanted; pipe it in, and name '-'")
        }
    }

    /// Refuses a place where no file could be made in the end, before anybody types a passphrase.
    ///
    /// - Parameter source: the file that is read, which its own result must not replace.
    func requirePlace(_ path: String, replacing: Bool, for source: String?) throws(CommandError) {
        guard source.map({ $0 != "-" && Files.isSame($0, path) }) != true else {
            throw CommandError(
                .cannotCreate,
                "\(PrintableText.escape(path)) is what is read, and would be replaced by its own result: choose another name"
            )
        }
        guard !replacing else { return }
        do throws(FileError) {
            try Files.requireAbsent(path)
        } catch {
            throw CommandError(creating: error)
        }
    }

    /// Writes a secret to a new file that only its owner may read, whole or not at all.
    func createSecret(_ path: String, _ secret: SecretBytes, replacing: Bool) throws(CommandError) {
        do throws(FileError) {
            try secret.withBytes { span throws(FileError) in try Files.create(path, span, replacing: replacing) }
        } catch {
            throw CommandError(creating: error)
        }
    }

    // MARK: The store

    /// Where the key store is, or would be made.
    func storePath() throws(CommandError) -> String {
        try StoreLocation.path(option: storeOption, environment: environment)
    }

    /// The key store; nothing is made before there is something to keep.
    ///
    /// Replaced keys whose time is over are erased on the way.
    package mutating func openStore() throws(CommandError) -> SQLiteKeyStore {
        if let store { return store }
        let path = try storePath()
        let opened = try CommandError.storing { () throws(StoreError) in try openStore(at: path) }
        // Where it cannot be done now, the next command tries again, and `doctor` reports it.
        try? opened.eraseWhatIsDue()
        store = opened
        return opened
    }

    /// Ends the use of the key store, so that all of it stands in the one file again.
    package mutating func closeStore() { store = nil }

    /// The key store as it is.
    func openStore(at path: String) throws(StoreError) -> SQLiteKeyStore {
        var options = StoreOptions()
        options.now = now
        return try SQLiteKeyStore(at: path, options: options)
    }

    /// Says no rather than wait for somebody who does not know that they are waited for.
    func requirePipedInput(_ what: String) throws(CommandError) {
        guard isatty(input) != 1 else {
            throw CommandError(.usage, "no \(what): name a file, or pipe it in")
        }
    }
}
