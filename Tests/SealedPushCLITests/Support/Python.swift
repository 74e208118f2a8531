// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The Python that plays the other side.
enum Python {
    struct Missing: Error, CustomStringConvertible {
        let description = "python3 with PyNaCl is needed: python3 -m pip install pynacl (Tests/run.sh does it)"
    }

    /// Runs a program of the package.
    ///
    /// - Throws: `Missing`: without the other side these tests show nothing, so they fail.
    static func run(_ script: String, _ arguments: [String], input: [UInt8]? = nil) throws -> CommandResult {
        let path = TestFiles.package.appending(path: script).path
        guard isThere else { throw Missing() }
        return try Tool.run("python3", [path] + arguments, input: input)
    }

    private static let isThere = (try? Tool.run("python3", ["-c", "import nacl"]))?.code == 0
}
