// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushCore
import TestSupport

@testable import SealedPushSend

/// What one run of the program did.
struct SendRun: Sendable {
    let code: Int32
    let output: String
    let error: String

    init(code: Int32, output: String, error: String) {
        self.code = code
        self.output = output
        self.error = error
    }

    /// Runs it inside the test, on files in place of the standard streams.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - input: What stands on standard input.
    ///   - inputDescriptor: Standard input itself, in place of that.
    ///   - outputPath: Where results go; a file of the test's own without.
    ///   - environment: The variables.
    ///   - making: Gives the deliverers.
    ///   - stop: What ends a queue; signals do not, for they would be the test's own.
    ///   - now: The clock.
    init(
        _ arguments: [String],
        input: String? = nil,
        inputDescriptor: Int32? = nil,
        outputPath: String? = nil,
        environment: [String: String],
        making: SendCommandLine.Making,
        stop: Stop? = Stop(),
        now: UInt64? = nil
    ) async throws {
        let folder = try TemporaryDirectory()
        let source = try input.map { try folder.write("input", $0) } ?? "/dev/null"
        let descriptors = [
            open(source, O_RDONLY | O_CLOEXEC),
            open(outputPath ?? folder.path("output"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
            open(folder.path("error"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for descriptor in descriptors { close(descriptor) } }
        var context = CommandContext(
            arguments: arguments,
            environment: environment,
            input: inputDescriptor ?? descriptors[0],
            output: descriptors[1],
            error: descriptors[2],
            terminal: folder.path("no-terminal"),
            now: { now.map { Timestamp(milliseconds: $0) } ?? Timestamp.now() }
        )
        code = await SendCommandLine.run(&context, making: making) { stop.map { StopSignal($0, by: []) } }.rawValue
        output = outputPath == nil ? try String(contentsOfFile: folder.path("output"), encoding: .utf8) : ""
        error = try String(contentsOfFile: folder.path("error"), encoding: .utf8)
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The lines of JSON, read by Foundation and not by the code under test.
    var json: [[String: Any]] {
        lines.compactMap { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] }
    }
}
