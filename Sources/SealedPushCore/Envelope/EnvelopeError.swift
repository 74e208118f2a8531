// SPDX-License-Identifier: Apache-2.0

/// Why an outer payload holds no envelope that this version reads: public facts alone, found without a key.
package struct EnvelopeError: Error, Hashable, Sendable {
    package enum Code: Sendable {
        case malformed
        case unsupportedVersion
    }

    package let code: Code
    /// What is wrong, in words.
    package let problem: String

    package static func malformed(_ problem: String) -> EnvelopeError {
        EnvelopeError(code: .malformed, problem: problem)
    }

    package static func unsupportedVersion(_ problem: String) -> EnvelopeError {
        EnvelopeError(code: .unsupportedVersion, problem: problem)
    }
}
