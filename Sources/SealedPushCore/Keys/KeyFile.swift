// SPDX-License-Identifier: Apache-2.0

/// A file of keys, one a line, in the manner of `age` (`KeysAndCards`, "Key files").
///
/// `#` begins a comment; blank lines, CRLF, a byte order mark and white space at a line's end do not matter.
package struct KeyFile: Sendable {
    /// Bytes of a key file: some hundreds of keys with their comments; more is something else.
    package static let maximumLength = 48_000

    package let keys: [AnyKey]
    /// What a comment `# name: …` gives as the name of its owner.
    package let name: String?

    /// Reads a file.
    ///
    /// - Parameter standardInput: read in place of the path where there is one.
    /// - Throws: `KeyError.file`, `malformed` with the line's number, `unusableKey`, `exposedFile` for secrets that everyone
    ///   may read.
    package init(path: String, standardInput: Int32? = nil) throws(KeyError) {
        let file = try SecretFile(path: path, standardInput: standardInput, limit: Self.maximumLength)
        do throws(KeyError) {
            try self.init(file.bytes)
        } catch {
            throw error.located(PrintableText.escape(path))
        }
        if keys.contains(where: \.kind.isSecret) { try file.requirePrivate() }
    }

    /// Reads the text of a key file.
    package init(_ text: SecretBytes) throws(KeyError) {
        var keys: [AnyKey] = []
        var name: String?
        try text.withCopy { bytes throws(KeyError) in
            for (index, line) in Self.lines(of: bytes).enumerated() {
                if name == nil { name = Self.name(in: line) }
                guard let first = line.first, first != UInt8(ascii: "#") else { continue }
                do throws(KeyError) {
                    keys.append(try AnyKey(encoded: line))
                } catch {
                    throw error.located("line \(index + 1)")
                }
            }
        }
        guard text.count <= Self.maximumLength else {
            throw KeyError(.malformed, "more than \(Self.maximumLength) bytes, too many for a key file")
        }
        guard !keys.isEmpty else { throw KeyError(.malformed, "no key in it") }
        self.keys = keys
        self.name = name
    }

    /// The text of a new key file, in guarded memory.
    package static func compose(_ keys: [AnyKey], name: String?, created: Timestamp) throws(KeyError) -> SecretBytes {
        var header = "# created: \(created)\n"
        if let name { header += "# name: \(PrintableText.escape(name))\n" }
        for key in keys {
            if let text = key.publicText { header += "# public key: \(text)\n" }
        }
        var text: [UInt8] = []
        // Room first: a key line has fewer than 128 bytes, and an array that grows leaves its old bytes behind.
        text.reserveCapacity(header.utf8.count + keys.count * 128)
        text += header.utf8
        for key in keys {
            key.withText { unsafe $0.withUnsafeBytes { unsafe text.append(contentsOf: $0) } }
            text.append(UInt8(ascii: "\n"))
        }
        defer { Sodium.wipe(&text) }
        return try SecretBytes(text)
    }

    /// The one key of a type; other keys beside it do not matter.
    func onlyKey<Key: SecretKey>(of type: Key.Type, path: String) throws(KeyError) -> Key {
        let found = keys.compactMap { $0.secret as? Key }
        let place = PrintableText.escape(path)
        guard let key = found.first else {
            let kinds = Set(keys.map(\.kind.rawValue)).sorted().joined(separator: ", ")
            throw KeyError(.wrongKind, "\(place): holds \(kinds), expected a \(Key.kind) key")
        }
        guard found.count == 1 else {
            throw KeyError(.wrongKind, "\(place): holds \(found.count) \(Key.kind) keys, expected one")
        }
        return key
    }

    /// The lines without their ends and the white space before them; slices, so that nothing is copied.
    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        return bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.prefix(
                (line.lastIndex { ![0x20, 0x09, 0x0d].contains($0) } ?? line.startIndex - 1) + 1 - line.startIndex
            )
        }
    }

    private static func name(in line: ArraySlice<UInt8>) -> String? {
        let mark = "# name: "
        guard line.starts(with: mark.utf8) else { return nil }
        return String(strictUTF8: line.dropFirst(mark.utf8.count)).flatMap { CardName($0)?.text }
    }
}
