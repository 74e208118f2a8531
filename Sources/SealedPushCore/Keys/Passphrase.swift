// SPDX-License-Identifier: Apache-2.0

/// The bytes an export is wrapped under: as given, less one line end (`KeysAndCards`, "Exports").
package struct Passphrase: Sendable {
    package static let maximumLength = 1024

    let bytes: SecretBytes

    /// Takes what was read from a file or a terminal: one final LF or CRLF goes, nothing is normalised.
    ///
    /// - Throws: `KeyError.malformed` unless 1…1024 bytes are left.
    package init(_ given: SecretBytes) throws(KeyError) {
        let length = given.withCopy { bytes in
            guard bytes.last == UInt8(ascii: "\n") else { return bytes.count }
            return bytes.dropLast().last == UInt8(ascii: "\r") ? bytes.count - 2 : bytes.count - 1
        }
        guard length > 0 else { throw KeyError(.malformed, "the passphrase is empty") }
        guard length <= Self.maximumLength else {
            throw KeyError(.malformed, "the passphrase is longer than \(Self.maximumLength) bytes")
        }
        bytes = try given.prefix(length)
    }
}
