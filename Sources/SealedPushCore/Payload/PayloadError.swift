// SPDX-License-Identifier: Apache-2.0

/// Why a text is not an APNs payload.
///
/// The text says what is wrong and where, and holds nothing of the payload but names of fields.
public struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `malformed`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// Not JSON by the rules of `EnvelopeFormat`, "JSON".
        public static let malformed = Code("malformed")
        /// A custom member with a name that is taken or kept for this format.
        public static let name = Code("name")
    }

    /// What kind of fault it is.
    public let code: Code
    /// One line, lower case: what and where.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension PayloadError.Code {
    /// Lets `catch PayloadError.Code.malformed` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? PayloadError)?.code == code
    }
}
