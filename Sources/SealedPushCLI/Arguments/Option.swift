// SPDX-License-Identifier: Apache-2.0

/// One option that a command accepts.
package struct Option: Hashable, Sendable {
    /// The long name, with its dashes.
    package let name: String
    /// The short name, without its dash.
    let short: Character?
    /// What stands for the value in the help; `nil` for a flag.
    let value: String?
    /// Whether it may be given several times.
    let repeats: Bool

    package init(_ name: String, short: Character? = nil, value: String? = nil, repeats: Bool = false) {
        self.name = name
        self.short = short
        self.value = value
        self.repeats = repeats
    }

    /// Whether an empty value means something: it does in a text, and never for a key or a file.
    var takesEmpty: Bool { !["FILE", "KEY", "SIGNER"].contains(value) }

    static let help = Option("--help", short: "h")
    package static let json = Option("--json")
    static let output = Option("--output", short: "o", value: "FILE")
    static let force = Option("--force")
    static let passphraseFile = Option("--passphrase-file", value: "FILE")
}
