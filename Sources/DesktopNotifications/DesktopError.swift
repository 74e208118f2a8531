// SPDX-License-Identifier: Apache-2.0

/// Why there is no desktop to show notifications on.
public struct DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: Hashable, Sendable {
        private enum Kind { case noSessionBus }

        private let kind: Kind

        /// Nothing says where the session bus is.
        public static let noSessionBus = Code(kind: .noSessionBus)
    }

    /// The kind of error.
    public let code: Code
    /// One line that says what is missing and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
