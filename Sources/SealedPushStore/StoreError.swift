// SPDX-License-Identifier: Apache-2.0

/// Why a store refused a call, or could not carry it out; nothing was changed then.
///
/// The text says what and where, and never holds a byte of a secret.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `nameTaken`.
        public let description: String

        private init(_ description: String) { self.description = description }

        // MARK: What was asked for

        /// No key or contact of that name.
        public static let notFound = Code("notFound")
        /// A name that no key or contact can have.
        public static let badName = Code("badName")
        /// The name belongs to something else.
        public static let nameTaken = Code("nameTaken")
        /// The name belongs to a contact of another identity, and replacing it was not asked for.
        public static let otherIdentity = Code("otherIdentity")
        /// A key of another kind than the call is for.
        public static let wrongKind = Code("wrongKind")
        /// The key is in the store already, under another name.
        public static let keyInUse = Code("keyInUse")
        /// A card older than the one that was accepted last.
        public static let oldCard = Code("oldCard")
        /// Two different cards with one serial: the identity was copied or stolen.
        public static let copiedIdentity = Code("copiedIdentity")
        /// Revoked, for good.
        public static let revoked = Code("revoked")
        /// A key without an identity: it has no card and does not rotate.
        public static let noIdentity = Code("noIdentity")
        /// A value out of range, or one that a card or key refuses.
        public static let badValue = Code("badValue")

        // MARK: The file

        /// No store there yet.
        public static let missing = Code("missing")
        /// Another program held the store for too long: try again.
        public static let busy = Code("busy")
        /// Another file, or one that was damaged.
        public static let damaged = Code("damaged")
        /// A database, but not one of this library.
        public static let notAStore = Code("notAStore")
        /// Made by a newer version of this library.
        public static let newerVersion = Code("newerVersion")
        /// Made by an older version: the app has to open it before the extension can.
        public static let olderVersion = Code("olderVersion")
        /// A file that others may read or a folder they may write to.
        public static let exposedFile = Code("exposedFile")
        /// A symbolic link in place of a file.
        public static let symbolicLink = Code("symbolicLink")
        /// May be read and not written.
        public static let readOnly = Code("readOnly")
        /// No room left.
        public static let diskFull = Code("diskFull")
        /// The system gave too little memory.
        public static let notEnoughMemory = Code("notEnoughMemory")
        /// Could not be opened, read or written; `errno` says why where it is known.
        public static let file = Code("file")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The system's error number, where there is one.
    public let errno: Int32?
    /// One line, lower case: what and where.
    public let description: String

    package init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }
}

extension StoreError {
    init(_ error: KeyError) {
        self.init(error.code == .notEnoughMemory ? .notEnoughMemory : .badValue, error.description)
    }

    init(_ error: FileError) {
        self.init(.file, error.description, errno: error.errno)
    }

    /// Runs a call of the core, whose errors become this module's.
    static func wrapping<Result>(_ body: () throws(KeyError) -> Result) throws(StoreError) -> Result {
        do throws(KeyError) {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError.Code {
    /// Lets `catch StoreError.Code.nameTaken` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? StoreError)?.code == code
    }
}
