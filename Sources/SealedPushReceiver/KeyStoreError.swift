// SPDX-License-Identifier: Apache-2.0

/// Why a store gave no answer.
public struct KeyStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// Not readable now, and no fault: the device was not unlocked since it started.
        ///
        /// The Keychain's answer; a store in a file cannot tell, and is `unavailable`.
        public static let locked = Code("locked")
        /// Broken, missing, busy too long, or not to be opened.
        public static let unavailable = Code("unavailable")
    }

    /// What kind of fault it is.
    public let code: Code
    /// One line, lower case: what and where; no secret, no key.
    public let description: String

    /// Takes a code and a line for whoever has to mend it.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
