// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Why a file could not be read or written.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's number for it.
    package let errno: Int32
    /// One line: what was tried, on which file, and what the system says.
    package let description: String

    package init(_ action: String, _ path: String, errno: Int32) {
        self.errno = errno
        let reason = unsafe String(cString: strerror(errno))
        description =
            "cannot \(action) \(PrintableText.escape(path)): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    }
}
