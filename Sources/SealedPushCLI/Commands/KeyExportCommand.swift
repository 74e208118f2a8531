// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key export`: keys as one line, under a passphrase.
struct KeyExportCommand: Command {
    static let name = "key export"
    static let options = Destination.options + [.passphraseFile]
    static let help = """
        usage: sealedpush key export NAME [-o FILE] [--passphrase-file FILE]

        Prints the keys of NAME, a name in the store or the path of a key file (with a
        '/'), as one line of text that opens with a passphrase alone: to carry them to
        another machine, or to keep them. 'key import' is the way back.

        options:
          -o, --output FILE            write the line to a new file, not to the output
              --force                  replace that file if it is there
              --passphrase-file FILE   take the passphrase from FILE ('-': standard
                                       input; a file of yours alone, mode 0600),
                                       less one line end; else it is asked for
          -h, --help                   this text

        The line is as strong as the passphrase: take one that nobody guesses, such as
        six words drawn at random.

        example:
          $ sealedpush key export phone --passphrase-file words.txt -o phone.wrapped

        """

    private let source: String
    private let destination: Destination
    private let passphrase: PassphraseSource

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var operands: [String] = []
        var destination = Destination()
        var passphrase = PassphraseSource()
        while let argument = try arguments.next() {
            switch argument {
            case .option(.passphraseFile): passphrase.file = try arguments.value(for: .passphraseFile)
            case .option(let option): try destination.read(option, from: &arguments)
            case .operand(let text): operands.append(text)
            }
        }
        guard operands.count == 1 else { throw UsageError("which keys? sealedpush key export NAME, or ./FILE") }
        guard operands[0] != "-" || passphrase.file != "-" else {
            throw UsageError("standard input cannot be both the key file and the passphrase")
        }
        source = operands[0]
        self.destination = destination
        self.passphrase = passphrase
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let text = try keyFile(in: &context)
        let output = destination.path == "-" ? nil : destination.path
        if let output {
            let file = KeyArgument.isName(source) ? nil : source
            for source in [file, passphrase.file] {
                try context.requirePlace(output, replacing: destination.replaces, for: source)
            }
        }
        let passphrase = try passphrase.passphrase(confirming: true, in: &context)
        let line = try CommandError.wrapping { () throws(KeyError) in
            try KeyExport.wrap(text, under: passphrase)
        }
        guard let output else {
            try context.writeLine(line)
            return .done
        }
        let content = try CommandError.wrapping { () throws(KeyError) in try SecretBytes([UInt8]("\(line)\n".utf8)) }
        try context.createSecret(output, content, replacing: destination.replaces)
        return .done
    }

    private func keyFile(in context: inout CommandContext) throws(CommandError) -> SecretBytes {
        guard KeyArgument.isName(source) else {
            let secret = try context.readSecret(source, limit: KeyFile.maximumLength)
            try CommandError.wrapping { () throws(KeyError) in try Self.check(secret) }
            return secret.bytes
        }
        let store = try context.openStore()
        do throws(StoreError) {
            return try store.keyFile(of: source)
        } catch {
            guard error.code == .notFound else { throw CommandError(error) }
            throw CommandError(.inputMissing, KeyArgument.unknownName(source, "key"))
        }
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
