// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `key public`: the public half of a key file.
struct KeyPublicCommand: Command {
    static let name = "key public"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush key public [FILE]

        Prints the public key of each secret key in FILE, or on standard input; a public
        key is printed as it is. A shared key has no public half.

        options:
          -h, --help   this text

        example:
          $ sealedpush key public door.key
          sealedpush:identity:W73FZzKq4SBjlYPyiOQoH16LO7jF3tUS0xTNnoE0cWTeDzPC
          sealedpush:signer:tVbp9QLNsVlGeA1eBRoBGi1kTSWLyr6NlxGYwzEbqR1RTp-6

        """

    private let file: String?

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        file = try arguments.onlyOperand("key file")
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        if file == nil { try context.requirePipedInput("key file") }
        let keys = try context.readKeyFile(file ?? "-").keys
        let texts = keys.compactMap(\.publicText)
        guard !texts.isEmpty else {
            throw CommandError(.badData, "a shared key has no public half: hand over the key file itself")
        }
        for text in texts { try context.writeLine(text) }
        return .done
    }
}
