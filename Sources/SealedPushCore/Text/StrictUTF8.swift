// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text, or `nil` when the bytes are not UTF-8; nothing is repaired.
    ///
    /// Repairing replaces what is wrong with U+FFFD, so the result spells the same bytes only where nothing was.
    package init?(strictUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.allSatisfy({ $0 < 0x80 }) || text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
