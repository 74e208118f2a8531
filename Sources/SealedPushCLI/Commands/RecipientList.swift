// SPDX-License-Identifier: Apache-2.0

/// The file of `seal --to-file`.
enum RecipientList {
    /// One a line, as after `--to`; blank lines and `#` comments do not count.
    static func add(
        _ list: String,
        to fanOut: inout FanOut,
        in context: inout CommandContext
    ) throws(CommandError) {
        var lines = try LineReader(path: list, standardInput: list == "-" ? context.input : nil)
        while let line = try lines.next() {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            let text = String(decoding: line, as: UTF8.self)
            if text == "-" {
                try fanOut.refuse(text, "standard input cannot be one line of a list: name a file", in: &context)
            } else if KeyArgument.holdsSecretKey(text) {
                try fanOut.refuse("(a secret key)", "a list takes public keys, paths and names", in: &context)
            } else {
                try fanOut.add(text, in: &context)
            }
        }
    }
}
