// SPDX-License-Identifier: Apache-2.0

internal import SealedPushStore

/// A command line that means nothing: exit code 64.
package struct UsageError: Error, Hashable, Sendable {
    /// One line, lower case: what is wrong and what to do.
    package let message: String

    package init(_ message: String) { self.message = message }

    /// Says nothing of what the secret is: the line may end up in a log.
    static let secretArgument = UsageError(
        "a secret key on the command line is seen by everyone on this machine: put it in a file, and make a new one"
    )

    /// Stops the reading of arguments where `--help` stands among them; what follows is the help, and no error.
    package static let helpWanted = UsageError("--help")

    /// Refuses what no key or contact can be called, before anything is done under it.
    static func check(name: String) throws(UsageError) {
        do throws(StoreError) {
            try LocalName.check(name)
        } catch {
            throw UsageError(error.description)
        }
    }
}
