// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// Writes whole lines of several threads; a reader that is slow is waited for.
final class LineWriter: Sendable {
    private let descriptor: Int32
    private let isTerminal: Bool
    private let isBroken = Lock(false)
    private let onBreak: @Sendable (Int32) -> Void

    /// - Parameter onBreak: Called once, with the system's error number, when nothing can be written any longer.
    init(descriptor: Int32, onBreak: @escaping @Sendable (Int32) -> Void) {
        self.descriptor = descriptor
        self.onBreak = onBreak
        isTerminal = isatty(descriptor) == 1
    }

    /// - Returns: Whether it was written.
    func write(_ line: String) -> Bool {
        let text = isTerminal ? PrintableText.escapeJSON(line) : line
        let bytes = [UInt8]("\(text)\n".utf8)
        let problem: Int32? = isBroken.withLock { isBroken in
            guard !isBroken else { return 0 }
            guard let problem = unsafe Files.write(bytes.span.bytes, to: descriptor) else { return nil }
            isBroken = true
            return problem
        }
        if let problem, problem != 0 { onBreak(problem) }
        return problem == nil
    }
}
