// SPDX-License-Identifier: Apache-2.0

/// Why a push was shown without the media that it names.
///
/// The text holds no URL: that is part of what was sealed.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `tooLarge`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// A URL, a redirection or an address that media are not loaded from.
        public static let notAllowed = Code("notAllowed")
        /// No connection, one that broke, or a server whose certificate is not trusted.
        public static let notReached = Code("notReached")
        /// The server answered, but not with the file.
        public static let notFound = Code("notFound")
        /// It did not come in time, or too slowly.
        public static let timedOut = Code("timedOut")
        /// More bytes than its kind may have.
        public static let tooLarge = Code("tooLarge")
        /// Not of a type that can be attached.
        public static let unknownType = Code("unknownType")
        /// Damaged, or otherwise refused as an attachment.
        public static let notUsable = Code("notUsable")
        /// Not the file that the sender named.
        public static let wrongDigest = Code("wrongDigest")
        /// It could not be written to a file.
        public static let notStored = Code("notStored")
    }

    /// What kind of fault it is.
    public let code: Code
    /// One line, lower case: what is wrong.
    public let description: String

    /// Takes a code and a line without anything of the push in it.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension MediaError.Code {
    /// Lets `catch MediaError.Code.tooLarge` match.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? MediaError)?.code == code }
}
