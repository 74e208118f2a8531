// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The `sealedpush` executable of this build, for what only a process of its own shows.
enum Tool {
    static let path = TestFiles.products.appending(path: "sealedpush").path

    /// That of the tests, without what leads to somebody's own store.
    static let environment = ProcessInfo.processInfo.environment.filter {
        !["HOME", "XDG_DATA_HOME", "SEALEDPUSH_STORE"].contains($0.key)
    }

    static func run(
        _ arguments: [String],
        input: [UInt8]? = nil,
        inputPath: String = "/dev/null",
        environment: [String: String]? = nil
    ) throws -> CommandResult {
        try run(path, arguments, input: input, inputPath: inputPath, environment: environment)
    }

    /// Runs a script of `sh` in which `"$0"` is `sealedpush` and `"$1"` … are the arguments.
    static func shell(
        _ script: String,
        _ arguments: [String] = [],
        shell: String = "sh",
        environment: [String: String]? = nil
    ) throws -> CommandResult {
        try run(shell, ["-c", script, path] + arguments, environment: environment)
    }

    static func run(
        _ program: String,
        _ arguments: [String],
        input: [UInt8]? = nil,
        inputPath: String = "/dev/null",
        environment: [String: String]? = nil
    ) throws -> CommandResult {
        let outcome = try Child.run(
            program,
            arguments,
            input: input,
            inputPath: inputPath,
            environment: environment ?? Self.environment
        )
        return CommandResult(code: outcome.code, output: outcome.output, error: outcome.error)
    }

    /// What stands in front of a command line so that permissions bind it, also where the tests run as root.
    static let withoutPrivileges: [String] =
        geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", path] : [path]
}
