// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where a localised text comes from: a key of the app's `Localizable.strings`, and what is filled in.
///
/// A text keeps it until delivery, when the language may be another than when it was made.
struct LocalizationKey: Hashable, Sendable {
    let key: String
    let arguments: [String]

    /// The text of this moment; `nil` where the app has none for the key.
    var text: String? {
        // A value that no table holds comes back only where there is no entry.
        let absent = "\u{0}absent"
        let format = Bundle.main.localizedString(forKey: key, value: absent, table: nil)
        return format == absent ? nil : LocalizedFormat.fill(format, with: arguments)
    }
}

// MARK: From text to key

extension LocalizationKey {
    /// How many texts are remembered.
    ///
    /// An app makes a few and hands them over at once; the rest bounds the memory of one that
    /// makes them without end.
    private static let capacity = 256

    private static let made = Made()

    /// Remembers that a text was made of this key.
    func remember(as text: String) { Self.made.insert(self, for: text) }

    /// The key that a text was made of; `nil` for one that was written out.
    ///
    /// Apple's strings carry their key. A Swift string cannot, so it is known by what it says: two keys of one text in one
    /// language are told apart by which was asked for last.
    static func origin(of text: String) -> LocalizationKey? { made[text] }

    /// Unchecked because it changes: under its lock alone.
    private final class Made: @unchecked Sendable {
        private let lock = NSLock()
        private var keys: [String: LocalizationKey] = [:]
        private var order: [String] = []

        func insert(_ key: LocalizationKey, for text: String) {
            lock.withLock {
                guard keys.updateValue(key, forKey: text) == nil else { return }
                order.append(text)
                if order.count > capacity { keys[order.removeFirst()] = nil }
            }
        }

        subscript(text: String) -> LocalizationKey? { lock.withLock { keys[text] } }
    }
}
