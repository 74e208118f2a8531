// SPDX-License-Identifier: Apache-2.0

/// A command line that means nothing: exit code 64.
package struct UsageError: Error, Hashable, Sendable {
    /// One line, lower case: what is wrong and what to do.
    package let message: String

    init(_ message: String) { self.message = message }

    /// Stops the reading of arguments where `--help` stands among them; what follows is the help, and no error.
    static let helpWanted = UsageError("--help")
}
