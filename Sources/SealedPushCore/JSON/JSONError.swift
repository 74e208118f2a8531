// SPDX-License-Identifier: Apache-2.0

/// Where and why a text is not the JSON that this format allows; never holds any of the text.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, such as "a name appears twice in one object".
    package let problem: String
    /// How many bytes stand before the fault.
    package let offset: Int

    package var description: String { "\(problem), at byte \(offset + 1)" }
}
