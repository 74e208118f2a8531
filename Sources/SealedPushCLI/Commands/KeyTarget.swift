// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// What `key revoke` and `key delete` are to act on: a name, or the id of one of its keys.
enum KeyTarget {
    static func name(_ argument: String, in store: SQLiteKeyStore) throws(CommandError) -> String {
        let isName = try CommandError.storing { () throws(StoreError) -> Bool in
            if try store.ownKeys(argument) != nil { return true }
            return try store.contact(argument) != nil
        }
        if isName { return argument }
        guard argument.utf8.count == 16, let value = UInt64(argument, radix: 16) else {
            throw CommandError.unknownName(argument)
        }
        let names = try CommandError.storing { () throws(StoreError) in
            Set(try store.keys(withID: KeyID(value)).map(\.name)).sorted()
        }
        guard let name = names.first else { throw CommandError(.inputMissing, "no key with the id \(KeyID(value))") }
        guard names.count == 1 else {
            let list = names.map { "'\(PrintableText.escape($0))'" }.joined(separator: ", ")
            throw CommandError(.badData, "several names have a key with that id: \(list); give the name")
        }
        return name
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
