// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Whom a run had already: by name, and by key and address, for one device may be known under two names.
struct SeenRecipients {
    /// Two hashes of what is remembered, in place of it: a list may have millions of lines.
    ///
    /// They begin with numbers that each process draws, so nobody can make two that are alike; of 128 bits no two are by
    /// chance.
    private struct Mark: Hashable {
        let first: Int
        let second: Int

        init(_ combine: (inout Hasher) -> Void) {
            (first, second) = (Self.hash(0, combine), Self.hash(1, combine))
        }

        private static func hash(_ number: UInt8, _ combine: (inout Hasher) -> Void) -> Int {
            var hasher = Hasher()
            hasher.combine(number)
            combine(&hasher)
            return hasher.finalize()
        }
    }

    private var marks: Set<Mark> = []

    /// Remembers a name; `false` where it was there before.
    mutating func insert(name: String) -> Bool {
        marks.insert(Mark { $0.combine(name) }).inserted
    }

    /// Remembers a key and an address; `false` where they were there before.
    mutating func insert(_ addressee: Addressee) -> Bool {
        let mark = Mark { hasher in
            switch addressee.recipient.key {
            case .device(let key): hasher.combine(key)
            case .shared(let key): hasher.combine(key.fingerprint)
            }
            hasher.combine(addressee.route)
        }
        return marks.insert(mark).inserted
    }
}
