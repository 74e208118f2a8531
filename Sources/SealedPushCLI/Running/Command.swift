// SPDX-License-Identifier: Apache-2.0

/// One subcommand: what it accepts, what it says of itself, what it does.
package protocol Command: Sendable {
    /// The words that name it, such as `key new`.
    static var name: String { get }
    /// Every option it accepts.
    static var options: [Option] { get }
    /// What `--help` prints: usage, options, prose, examples.
    static var help: String { get }

    init(parsing arguments: inout ArgumentReader) throws(UsageError)

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode
}
