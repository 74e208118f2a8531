// SPDX-License-Identifier: Apache-2.0

/// Bytes that come piece by piece, as lines.
struct TerminalLines {
    /// Bytes of a line; a terminal gives no more at once, and longer ones are dropped whole.
    private static let longest = 4096

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// The lines that are complete with these bytes; what is no UTF-8 is dropped.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if rest.count < Self.longest { rest.append(byte) } else { isTooLong = true }
                continue
            }
            if !isTooLong, let line = String(validating: rest, as: UTF8.self) { lines.append(line) }
            rest = []
            isTooLong = false
        }
        return lines
    }
}
