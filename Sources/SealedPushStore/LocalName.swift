// SPDX-License-Identifier: Apache-2.0

/// The name a key or contact has in one store, and nowhere else.
///
/// 1 to 64 visible characters, no `/` or `:` and no `-` in front, so that no argument of a command can mean two things.
package enum LocalName {
    /// - Throws: `StoreError.badName`.
    package static func check(_ name: String) throws(StoreError) {
        guard CardName(name) != nil, !name.utf8.contains(where: { "/:".utf8.contains($0) }),
            name.utf8.first != UInt8(ascii: "-")
        else {
            throw StoreError(
                .badName,
                "'\(PrintableText.excerpt(name))' is no name: 1 to 64 visible characters, no '/' or ':', no '-' in front"
            )
        }
    }

    /// What two names have in common that a reader could take for each other.
    ///
    /// A help against slips, no protection: it knows the look-alikes of Latin letters and digits in Greek and Cyrillic,
    /// and nothing of fonts.
    package static func skeleton(_ name: String) -> String {
        var skeleton = ""
        for character in name.lowercased() where character.isLetter || character.isNumber {
            skeleton.append(lookAlikes[character] ?? character)
        }
        return skeleton.replacing("rn", with: "m")
    }

    private static let lookAlikes: [Character: Character] = [
        "0": "o", "1": "l", "i": "l", "5": "s", "ı": "l",
        "а": "a", "в": "b", "е": "e", "ё": "e", "і": "l", "ј": "j", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p",
        "с": "c", "ѕ": "s", "т": "t", "у": "y", "х": "x",
        "α": "a", "β": "b", "ε": "e", "ι": "l", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "y", "χ": "x",
    ]
}

extension Connection {
    enum Holder {
        case own(Int64)
        case contact(Int64)
    }

    /// Who has a name, compared as Swift compares text: however its accents are composed.
    func holder(of name: String) throws(StoreError) -> Holder? {
        for row in try rows(
            "SELECT name, id, 0 FROM own UNION ALL SELECT name, id, 1 FROM contact WHERE name IS NOT NULL"
        ) {
            var row = row
            guard try row.text() == name else { continue }
            let id = try row.integer()
            return try row.integer() == 0 ? .own(id) : .contact(id)
        }
        return nil
    }

    func names() throws(StoreError) -> [String] {
        var names: [String] = []
        for row in try rows("SELECT name FROM own UNION SELECT name FROM contact WHERE name IS NOT NULL ORDER BY name")
        {
            var row = row
            names.append(try row.text())
        }
        return names
    }

    /// - Throws: `StoreError.badName`, `nameTaken`.
    func requireFree(_ name: String) throws(StoreError) {
        try LocalName.check(name)
        guard try holder(of: name) == nil else {
            throw StoreError(
                .nameTaken,
                "'\(PrintableText.escape(name))' is taken: choose another name, or delete that first"
            )
        }
    }
}

extension SQLiteKeyStore {
    /// Refuses a name that a new key could not have.
    ///
    /// - Throws: `StoreError.badName`, `nameTaken`.
    package func requireFree(_ name: String) throws(StoreError) {
        try LocalName.check(name)
        _ = try read { (connection) throws(StoreError) in try connection.requireFree(name) }
    }
}
