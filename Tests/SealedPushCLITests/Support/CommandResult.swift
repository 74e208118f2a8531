// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushCore
import TestSupport

/// What a command line did: in this process, on files in place of the standard streams, or in one of its own (`Tool`).
struct CommandResult: Sendable {
    struct LaunchError: Error {
        let path: String
        let errno: Int32
    }

    let code: Int32
    let output: [UInt8]
    let error: String

    init(code: Int32, output: [UInt8], error: String) {
        self.code = code
        self.output = output
        self.error = error
    }

    /// Runs a command line inside the test.
    ///
    /// - Parameters:
    ///   - input: standard input; empty without.
    ///   - environment: nothing of the machine's own, so that no store but a given one is ever met.
    ///   - now: the clock; the system's without.
    init(
        _ arguments: [String],
        input: [UInt8]? = nil,
        inputPath: String = "/dev/null",
        environment: [String: String] = [:],
        now: UInt64? = nil
    ) throws {
        let folder = try TemporaryDirectory()
        let source = try input.map { try folder.write("input", $0) } ?? inputPath
        let descriptors = try [
            (source, O_RDONLY | O_CLOEXEC), (folder.path("output"), O_RDWR | O_CREAT | O_CLOEXEC),
            (folder.path("error"), O_RDWR | O_CREAT | O_CLOEXEC),
        ].map { path, flags in
            let descriptor = open(path, flags, 0o600)
            guard descriptor >= 0 else { throw LaunchError(path: path, errno: errno) }
            return descriptor
        }
        defer { for descriptor in descriptors { close(descriptor) } }
        var context = CommandContext(
            arguments: arguments,
            environment: environment,
            input: descriptors[0],
            output: descriptors[1],
            error: descriptors[2],
            terminal: folder.path("no-terminal"),
            now: { now.map { Timestamp(milliseconds: $0) } ?? Timestamp.now() }
        )
        code = SealedPushCommandLine.run(&context).rawValue
        output = try [UInt8](Data(contentsOf: URL(filePath: folder.path("output"))))
        error = String(decoding: try Data(contentsOf: URL(filePath: folder.path("error"))), as: UTF8.self)
    }

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of the output, without the line end of the last.
    var lines: [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The output as a JSON object; `nil` where it is not one line of it.
    var json: [String: Any]? {
        guard output.last == UInt8(ascii: "\n"), lines.count == 1 else { return nil }
        return JSON.object(text)
    }
}

/// JSON read by Foundation, and not by the code under test.
enum JSON {
    static func object(_ text: some StringProtocol) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }

    /// A checked JSON text without the white space between its tokens.
    static func minified(_ text: String) -> String {
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if !isInString, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { continue }
            result.append(byte)
            if isEscaped {
                isEscaped = false
            } else if isInString, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
