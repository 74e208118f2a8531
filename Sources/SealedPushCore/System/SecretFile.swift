// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file read straight into guarded memory.
package struct SecretFile: Sendable {
    package let bytes: SecretBytes
    /// Whether everyone on this machine may read or change it.
    package let isExposed: Bool
    package let path: String

    /// Reads a file of at most `limit` bytes.
    ///
    /// - Parameter standardInput: read in place of the path where there is one.
    /// - Throws: `KeyError.file`; `malformed` for a longer one.
    package init(path: String, standardInput: Int32? = nil, limit: Int) throws(KeyError) {
        self.path = path
        var exposed = false
        bytes = unsafe try SecretBytes(capacity: limit + 1) { buffer throws(KeyError) in
            do throws(FileError) {
                let descriptor: Int32
                if let standardInput {
                    descriptor = standardInput
                } else {
                    descriptor = try Files.openForReading(path)
                    exposed = Files.isExposed(descriptor)
                }
                defer { if standardInput == nil { _ = close(descriptor) } }
                return unsafe try Files.fill(buffer, limit + 1, from: descriptor, path: path)
            } catch {
                throw KeyError(.file, error.description, errno: error.errno)
            }
        }
        isExposed = exposed
        guard bytes.count <= limit else {
            throw KeyError(
                .malformed,
                "\(PrintableText.escape(path)): more than \(limit) bytes, too many for such a file"
            )
        }
    }

    /// - Throws: `KeyError.exposedFile`, with the command that mends it.
    package func requirePrivate() throws(KeyError) {
        guard isExposed else { return }
        throw KeyError(
            .exposedFile,
            "\(PrintableText.escape(path)) holds a secret and everyone on this machine can read it; mend it with: "
                + "chmod 600 \(PrintableText.escape(Self.quotedForShell(path)))"
        )
    }

    /// The path as one word of a shell, so that the command can be pasted.
    private static func quotedForShell(_ path: String) -> String {
        guard path.contains(where: { !$0.isLetter && !$0.isNumber && !"/._-".contains($0) }) else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
