// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// Text that somebody gave as a name or path, as far as it may be shown again: what is a key or a card stands in no line of
/// a log, and what is longer than any name fills none.
enum ShownName {
    /// Characters of a name in a line for people.
    private static let excerptLength = 80
    /// Bytes of a text that is given back to scripts as it came: any name in a store, and the text of any public key.
    private static let maximumLength = 256
    /// Letters and digits without a space from which on a text that the store does not know may be key material: 32 bytes as
    /// base64 have 43, and the lines of a PEM file 64.
    private static let keyLength = 40

    /// What a text is, where it is no name that may be shown; `nil` for one that is.
    ///
    /// - Parameter isKnown: whether the store has something under that name.
    static func disguise(_ text: String, isKnown: Bool = false) -> String? {
        if let kind = MisplacedText(text) { return "(\(kind.noun))" }
        // Bytes that were no UTF-8 stand as this character.
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\u{7f}" || $0 == "\u{fffd}" }) else {
            return "(\(text.utf8.count) bytes that are no name)"
        }
        guard !isKnown else { return nil }
        let isPublicKey = text.hasPrefix("sealedpush:")
        guard isPublicKey || text.utf8.count < keyLength || !text.utf8.allSatisfy(isKeyCharacter) else {
            return "(text of \(text.utf8.count) letters)"
        }
        guard text.utf8.count > maximumLength else { return nil }
        return "\(PrintableText.excerpt(text, limit: excerptLength)) (\(text.utf8.count) bytes)"
    }

    /// The text for a line that people read.
    static func excerpt(_ text: String) -> String { PrintableText.excerpt(text, limit: excerptLength) }

    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+/=_-".utf8.contains(byte)
    }
}
