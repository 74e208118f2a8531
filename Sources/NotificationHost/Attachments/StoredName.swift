// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import UserNotifications

/// The names that an attachment store gives to its files: what is called otherwise is not its own.
enum StoredName {
    /// Random bytes: no two files ever get one name, in one store or in two.
    private static let randomLength = 16

    /// A new one; it keeps the suffix that a file had, where that stands for its type.
    static func new(suffix: String, type: AttachmentType) -> String {
        let kept = AttachmentType(suffix: suffix) == type ? suffix.lowercased() : type.suffixes.first ?? ""
        return "\(Hex.string(Sodium.randomBytes(randomLength))).\(kept)"
    }

    /// Whether a name has that form.
    static func isOne(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == parts[1].lowercased(), AttachmentType(suffix: String(parts[1])) != nil
        else { return false }
        return isRandom(parts[0])
    }

    /// Whether a text is what `Hex` makes of so many random bytes.
    static func isRandom(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 2 * randomLength
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
