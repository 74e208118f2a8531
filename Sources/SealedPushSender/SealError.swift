// SPDX-License-Identifier: Apache-2.0

/// Why a payload was not sealed; nothing is ever sent in the clear instead.
///
/// The text says what is wrong and where, and holds nothing of the payload but names of fields.
public struct SealError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `tooLarge`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// Nothing visible: the service extension would not run.
        public static let silent = Code("silent")
        /// Does not fit; `size` says by how much.
        public static let tooLarge = Code("tooLarge")
        /// A field of `aps` of another type than Apple's.
        public static let wrongType = Code("wrongType")
        /// The member `sealedpush` is kept for the format.
        public static let reservedName = Code("reservedName")
        /// The placeholder has no text: the service extension would not run.
        public static let placeholder = Code("placeholder")
        /// The recipient's key can seal nothing.
        public static let unusableKey = Code("unusableKey")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The figures, for `Code.tooLarge` alone.
    public let size: PayloadSize?
    /// One line, lower case: what and where.
    public let description: String

    init(_ code: Code, _ description: String, size: PayloadSize? = nil) {
        self.code = code
        self.size = size
        self.description = description
    }
}

extension SealError.Code {
    /// Lets `catch SealError.Code.tooLarge` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? SealError)?.code == code
    }
}
