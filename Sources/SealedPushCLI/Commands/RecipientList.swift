// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// The file of `--to-file`: one recipient a line, as after `--to`; blank lines and `#` comments do not count.
package final class RecipientList {
    private var lines: LineReader

    package init(_ list: String, in context: CommandContext) throws(CommandError) {
        lines = try LineReader(path: list, standardInput: list == "-" ? context.input : nil)
    }

    /// The next one, `nil` after the last; with why it is refused as it stands, under a name that may be shown.
    package func next() throws(CommandError) -> (name: String, refusal: String?)? {
        while let line = try lines.next() {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let text = String(decoding: line, as: UTF8.self)
            if text == "-" { return (text, "standard input cannot be one line of a list: name a file") }
            guard KeyArgument.holdsSecretKey(text) else { return (text, nil) }
            return ("(a secret key)", "a list takes public keys, paths and names")
        }
        return nil
    }
}
