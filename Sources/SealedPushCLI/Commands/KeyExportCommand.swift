// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `key export`: a key file as one line, under a passphrase.
struct KeyExportCommand: Command {
    static let name = "key export"
    static let options = [Option.output, .force, .passphraseFile]
    static let help = """
        usage: sealedpush key export FILE [-o FILE] [--passphrase-file FILE]

        Prints the keys of FILE as one line of text that opens with a passphrase alone,
        to carry them to another machine or to keep them. 'key import' is the way back.

        options:
          -o, --output FILE            write the line to a new file, not to the output
              --force                  replace that file if it is there
              --passphrase-file FILE   take the passphrase from FILE ('-': standard
                                       input), less one line end; else it is asked for
          -h, --help                   this text

        The line is as strong as the passphrase: take one that nobody guesses, such as
        six words drawn at random.

        example:
          $ sealedpush key export phone.key --passphrase-file words.txt -o phone.wrapped

        """

    private let file: String
    private let output: String?
    private let force: Bool
    private let passphrase: PassphraseSource

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var operands: [String] = []
        var output: String?
        var force = false
        var passphrase = PassphraseSource()
        while let argument = try arguments.next() {
            switch argument {
            case .option(.output): output = try arguments.value(for: .output)
            case .option(.passphraseFile): passphrase.file = try arguments.value(for: .passphraseFile)
            case .option: force = true
            case .operand(let text): operands.append(text)
            }
        }
        guard operands.count == 1 else { throw UsageError("one key file: sealedpush key export FILE") }
        guard operands[0] != "-" || passphrase.file != "-" else {
            throw UsageError("standard input cannot be both the key file and the passphrase")
        }
        file = operands[0]
        self.output = output == "-" ? nil : output
        self.force = force
        self.passphrase = passphrase
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let secret = try context.readSecret(file, limit: KeyFile.maximumLength)
        try CommandError.wrapping { () throws(KeyError) in try Self.check(secret) }
        if let output { try context.requirePlace(output, replacing: force, for: file) }
        let passphrase = try passphrase.passphrase(confirming: true, in: &context)
        let line = try CommandError.wrapping { () throws(KeyError) in
            try KeyExport.wrap(secret.bytes, under: passphrase)
        }
        guard let output else {
            try context.writeLine(line)
            return .done
        }
        let text = try CommandError.wrapping { () throws(KeyError) in try SecretBytes([UInt8]("\(line)\n".utf8)) }
        try context.createSecret(output, text, replacing: force)
        return .done
    }

    /// What is exported must be of use on the other side, and must not have been open to everyone on this one.
    private static func check(_ secret: SecretFile) throws(KeyError) {
        let file: KeyFile
        do throws(KeyError) {
            file = try KeyFile(secret.bytes)
        } catch {
            throw error.located(PrintableText.escape(secret.path))
        }
        guard file.keys.contains(where: \.kind.isSecret) else {
            throw KeyError(
                .wrongKind,
                "\(PrintableText.escape(secret.path)): holds public keys alone, which need no passphrase"
            )
        }
        try secret.requirePrivate()
    }
}
