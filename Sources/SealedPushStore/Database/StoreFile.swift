// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where a store is, and whether its files are fit to hold secrets.
///
/// Nothing here opens a database that is there: closing any descriptor of it would drop the locks that SQLite holds on
/// it in this process.
package struct StoreFile: Sendable {
    /// What a file is called in messages, unless it is for something else than keys.
    package static let keyStore = "key store"

    /// The name inside a folder.
    static let defaultName = "store.db"

    private let folder: String
    private let name: String
    private let noun: String

    /// Takes the path of a file, or of a folder, in which `store.db` is meant.
    package init(_ path: String, noun: String = Self.keyStore) throws(StoreError) {
        self.noun = noun
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw StoreError(.file, "a store needs the path of a file or folder")
        }
        if path.hasSuffix("/") || Self.isDirectory(path) {
            folder = path
            name = Self.defaultName
        } else {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
            name = parts.last.map(String.init) ?? Self.defaultName
        }
    }

    /// The path for messages.
    package var path: String { folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }

    /// The resolved path, once the file and its folder have been found fit; `nil` where there is no file yet.
    ///
    /// - Throws: `StoreError.symbolicLink`, `exposedFile`, `notAStore`, `file`.
    package func check() throws(StoreError) -> String? {
        guard let folder = try resolvedFolder() else { return nil }
        let path = "\(folder)/\(name)"
        guard try checkFile(path) else { return nil }
        // SQLite makes these with the mode of the file itself, and opens no link in their place.
        for companion in ["-wal", "-shm", "-journal"] { _ = try checkFile(path + companion) }
        return path
    }

    /// Makes the folder (mode 0700) and an empty file (mode 0600) where they are missing.
    package func make() throws(StoreError) {
        try makeFolder()
        guard let folder = try resolvedFolder() else {
            throw StoreError(FileError("create", self.path, errno: ENOENT))
        }
        let path = "\(folder)/\(name)"
        guard try !checkFile(path) else { return }
        do throws(FileError) {
            try Files.create(path, unsafe [UInt8]().span.bytes, replacing: false)
        } catch {
            // Another program may have been faster; `check` looks at what it made.
            guard error.errno == EEXIST else { throw StoreError(error) }
        }
    }

    /// Links in the folder's path are its owner's business, and common: `/home`, `/var`, `/tmp`.
    private func resolvedFolder() throws(StoreError) -> String? {
        guard let resolved = unsafe realpath(folder, nil) else {
            guard errno == ENOENT else { throw StoreError(FileError("use the folder", folder, errno: errno)) }
            return nil
        }
        defer { unsafe free(resolved) }
        var status = stat()
        guard unsafe stat(resolved, &status) == 0 else {
            throw StoreError(FileError("use the folder", folder, errno: errno))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw StoreError(FileError("use the folder", folder, errno: ENOTDIR))
        }
        // In a folder like /tmp nobody can take away what is another's.
        guard status.st_mode & 0o002 == 0 || status.st_mode & mode_t(S_ISVTX) != 0 else {
            let shown = PrintableText.escape(folder)
            throw StoreError(
                .exposedFile,
                "everyone on this machine can replace the files in \(shown); mend it with: chmod go-w \(shown)"
            )
        }
        let path = unsafe String(cString: resolved)
        return path == "/" ? "" : path
    }

    /// Whether there is a file; throws if it is not one to keep secrets in.
    private func checkFile(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StoreError(FileError("use the store", path, errno: errno)) }
            return false
        }
        let shown = PrintableText.escape(path)
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK:
            throw StoreError(.symbolicLink, "\(shown) is a symbolic link, which a \(noun) is not read through")
        default: throw StoreError(.notAStore, "\(shown) is not a file")
        }
        guard status.st_uid == geteuid() else {
            throw StoreError(.exposedFile, "\(shown) belongs to another user, who could read what is in it")
        }
        guard status.st_mode & 0o006 == 0 else {
            throw StoreError(
                .exposedFile,
                "\(shown) holds secrets and everyone on this machine can read it; mend it with: chmod 600 \(shown)"
            )
        }
        return true
    }

    /// Each missing folder on the way, as the XDG base directory specification asks.
    private func makeFolder() throws(StoreError) {
        var path = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            path += path.isEmpty || path.hasSuffix("/") ? part : "/\(part)"
            guard unsafe mkdir(path, 0o700) != 0 else { continue }
            // Before another call changes it.
            let reason = errno
            guard reason != EEXIST, !Self.isDirectory(path) else { continue }
            throw StoreError(FileError("create the folder", path, errno: reason))
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
