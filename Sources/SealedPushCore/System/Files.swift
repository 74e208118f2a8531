// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Reading and writing whole files: bounded, and without half results.
package enum Files {
    /// Opens for reading; the caller closes the descriptor.
    package static func openForReading(_ path: String) throws(FileError) -> Int32 {
        while true {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { throw FileError("read", path, errno: errno) }
        }
    }

    /// Reads to the end, but no more than `limit` + 1 bytes: whoever gets more than `limit` refuses them.
    ///
    /// - Parameter path: for the error alone.
    package static func contents(of descriptor: Int32, path: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limit {
            let room = min(part.count, limit + 1 - bytes.count)
            let count = unsafe read(descriptor, &part, room)
            if count > 0 {
                bytes += part[..<count]
            } else if count == 0 {
                break
            } else if !mayTryAgain(descriptor, POLLIN) {
                throw FileError("read", path, errno: errno)
            }
        }
        return bytes
    }

    /// Reads to the end or until the buffer is full, for secrets that must not pass through an array.
    static func fill(
        _ buffer: UnsafeMutablePointer<UInt8>,
        _ capacity: Int,
        from descriptor: Int32,
        path: String
    ) throws(FileError) -> Int {
        var filled = 0
        while filled < capacity {
            let count = unsafe read(descriptor, buffer + filled, capacity - filled)
            if count > 0 {
                filled += count
            } else if count == 0 {
                break
            } else if !mayTryAgain(descriptor, POLLIN) {
                throw FileError("read", path, errno: errno)
            }
        }
        return filled
    }

    /// Writes all of it, going on after interruptions; `nil` on success, else the system's error number.
    package static func write(_ bytes: RawSpan, to descriptor: Int32) -> Int32? {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe writeBytes(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + written },
                    buffer.count - written
                )
                if count >= 0 {
                    written += count
                } else if !mayTryAgain(descriptor, POLLOUT) {
                    return errno
                }
            }
            return nil
        }
    }

    /// Creates a file that only its owner may read, whole or not at all; no symbolic link is followed.
    ///
    /// The bytes go to a new file beside it first, which then takes the name, so a crash leaves the old state.
    /// - Parameter replacing: whether a file of that name may be there; its content is replaced, a link itself is.
    package static func create(_ path: String, _ bytes: RawSpan, replacing: Bool) throws(FileError) {
        if !replacing { try requireAbsent(path) }
        if replacing { try requireReplaceable(path) }
        let temporary = "\(path).new-\(Hex.string(Sodium.randomBytes(4)))"
        try createExclusively(temporary, bytes, namedInErrors: path)
        if replacing {
            guard unsafe rename(temporary, path) == 0 else { throw failure("create", path, discarding: temporary) }
        } else if unsafe link(temporary, path) == 0 {
            unsafe unlink(temporary)
        } else if errno == EEXIST {
            throw failure("create", path, discarding: temporary)
        } else {
            // A file system without hard links: the name itself, exclusively.
            unsafe unlink(temporary)
            try createExclusively(path, bytes, namedInErrors: path)
        }
    }

    /// Refuses a name that something has, be it a link that leads nowhere; creating looks again, this is for saying so early.
    package static func requireAbsent(_ path: String) throws(FileError) {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw FileError("create", path, errno: EEXIST) }
    }

    /// After a read or write that failed: whether it was an interruption, or a stream that does not block, as some parents
    /// share theirs; then it is waited for.
    private static func mayTryAgain(_ descriptor: Int32, _ event: some BinaryInteger) -> Bool {
        if errno == EINTR { return true }
        guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR
    }

    /// Refuses to put a file in place of a device, a socket or the like.
    private static func requireReplaceable(_ path: String) throws(FileError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFLNK, S_IFDIR: return
        default: throw FileError("replace", path, errno: EINVAL)
        }
    }

    /// Whether both paths lead to one file.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        var leftStatus = stat()
        var rightStatus = stat()
        guard unsafe stat(left, &leftStatus) == 0, unsafe stat(right, &rightStatus) == 0 else { return false }
        return leftStatus.st_dev == rightStatus.st_dev && leftStatus.st_ino == rightStatus.st_ino
    }

    /// Whether the descriptor is a regular file that others than its owner and group may read or write.
    static func isExposed(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o006 != 0
    }

    private static func createExclusively(
        _ path: String,
        _ bytes: RawSpan,
        namedInErrors name: String
    ) throws(FileError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("create", name, errno: errno) }
        var problem = write(bytes, to: descriptor)
        if problem == nil, fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == nil { problem = errno }
        guard let problem else { return }
        unsafe unlink(path)
        throw FileError("write", name, errno: problem)
    }

    private static func failure(_ action: String, _ path: String, discarding temporary: String) -> FileError {
        let error = FileError(action, path, errno: errno)
        unsafe unlink(temporary)
        return error
    }
}

/// `write(2)`, under a name that `Files.write` does not hide.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
