// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What `key revoke` and `key delete` are to act on: a name, or the id of one of its keys.
enum KeyTarget {
    /// Everything under a name.
    case name(String)
    /// One key of a name, which a newer one has replaced already.
    case superseded(Fingerprint, of: String)

    init(_ argument: String, in store: SQLiteKeyStore) throws(CommandError) {
        let isName = try CommandError.storing { () throws(StoreError) -> Bool in
            if try store.ownKeys(argument) != nil { return true }
            return try store.contact(argument) != nil
        }
        guard !isName else {
            self = .name(argument)
            return
        }
        guard argument.utf8.count == 16, argument.allSatisfy(\.isHexDigit), let value = UInt64(argument, radix: 16)
        else {
            throw CommandError.unknownName(argument)
        }
        let found = try CommandError.storing { () throws(StoreError) in try store.keys(withID: KeyID(value)) }
        guard let one = found.first else { throw CommandError(.inputMissing, "no key with the id \(KeyID(value))") }
        guard found.count == 1 else {
            let list = Set(found.map(\.name)).sorted().map { "'\(PrintableText.escape($0))'" }.joined(separator: ", ")
            throw CommandError(.badData, "several keys have that id, those of \(list): give the name")
        }
        self = one.key.state == .current ? .name(one.name) : .superseded(one.key.fingerprint, of: one.name)
    }
}

extension CommandError {
    static func unknownName(_ name: String) -> CommandError {
        CommandError(
            .inputMissing,
            "no key or contact '\(PrintableText.excerpt(name))' in the store; 'key list' lists them"
        )
    }
}
