// SPDX-License-Identifier: Apache-2.0

/// Why a key, a key file, a card or an export was refused.
///
/// The text says what is wrong and where, and never holds a byte of a secret.
public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `malformed`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The text is not what it should be: a typo, another encoding, something cut short.
        public static let malformed = Code("malformed")
        /// Well-formed key text of another KIND than the one wanted.
        public static let wrongKind = Code("wrongKind")
        /// A public key that nothing secure can be done with (`KeysAndCards`, "Key text").
        public static let unusableKey = Code("unusableKey")
        /// A card whose signature is not its identity's.
        public static let badSignature = Code("badSignature")
        /// A version, algorithm or parameter that this version does not accept.
        public static let unsupported = Code("unsupported")
        /// The passphrase is wrong, or the export was altered: the two cannot be told apart.
        public static let wrongPassphrase = Code("wrongPassphrase")
        /// The system gave too little memory.
        public static let notEnoughMemory = Code("notEnoughMemory")
        /// A file with secrets that everyone may read.
        public static let exposedFile = Code("exposedFile")
        /// A file that could not be read or written; `errno` says why.
        public static let file = Code("file")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The system's error number, for `Code.file` alone.
    public let errno: Int32?
    /// One line, lower case: what and where.
    public let description: String

    package init(_ code: Code, _ description: String, errno: Int32? = nil) {
        self.code = code
        self.description = description
        self.errno = errno
    }

    /// The same fault, with where it was found in front.
    package func located(_ place: String) -> KeyError {
        KeyError(code, "\(place): \(description)", errno: errno)
    }
}

extension KeyError.Code {
    /// Lets `catch KeyError.Code.malformed` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? KeyError)?.code == code
    }
}
