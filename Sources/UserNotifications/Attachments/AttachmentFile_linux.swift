// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A regular file that is being checked, read through a window of fixed size; never a symbolic link.
package final class AttachmentFile {
    /// Why a file cannot be read, in words that follow its name.
    package struct Problem: Error {
        package let explanation: String
        /// The system's error number; 0 for a file of the wrong kind.
        package let errno: Int32
    }

    /// Bytes in memory at a time, whatever the size of the file: an extension has 24 MB for everything.
    private static let windowLength = 65_536

    package let descriptor: Int32
    package let status: stat
    /// Bytes; what is added later is not looked at.
    package let size: Int

    private var window = [UInt8](repeating: 0, count: windowLength)
    private var start = 0
    private var filled = 0

    package init(path: String) throws(Problem) {
        // Not blocking, so that a named pipe in the place of a file stops nobody.
        descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = Foundation.errno
            throw Problem(
                explanation: number == ELOOP
                    ? "is a symbolic link: give the file itself"
                    : "cannot be read: \(unsafe String(cString: strerror(number)).lowercased())",
                errno: number
            )
        }
        var status = stat()
        let isRegular = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.status = status
        size = Int(status.st_size)
        guard isRegular else { throw Problem(explanation: "is not a regular file", errno: 0) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The byte there; `nil` outside of the file.
    subscript(offset: Int) -> UInt8? {
        guard fill(offset) else { return nil }
        return window[offset - start]
    }

    /// Bytes from there on that are in memory, at least one and at most `count`; `nil` outside of the file.
    func piece(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard count > 0, fill(offset) else { return nil }
        return window[offset - start..<min(filled, offset - start + count)]
    }

    /// A few bytes; `nil` where the file ends before.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        for place in 0..<count {
            guard let byte = self[offset + place] else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// A number of at most seven bytes, the most significant first; `nil` where the file ends before.
    func bigEndian(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of at most seven bytes, the least significant first; `nil` where the file ends before.
    func littleEndian(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func fill(_ offset: Int) -> Bool {
        if offset >= start, offset - start < filled { return true }
        guard offset >= 0, offset < size else { return false }
        var count: Int
        repeat {
            count = unsafe pread(descriptor, &window, Self.windowLength, off_t(offset))
        } while count < 0 && errno == EINTR
        start = offset
        filled = min(max(count, 0), size - offset)
        return filled > 0
    }
}
