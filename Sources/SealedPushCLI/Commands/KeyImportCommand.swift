// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `key import`: the key file back from an export.
struct KeyImportCommand: Command {
    static let name = "key import"
    static let options = [Option.output, .force, .passphraseFile]
    static let help = """
        usage: sealedpush key import [FILE] -o FILE [--passphrase-file FILE]

        Opens an export (the line that 'key export' printed) with its passphrase and
        writes the key file it holds; prints the public keys.

        options:
          -o, --output FILE            the new key file: created for you alone (mode
                                       0600), never over another one
              --force                  replace that file if it is there
              --passphrase-file FILE   take the passphrase from FILE ('-': standard
                                       input), less one line end; else it is asked for
          -h, --help                   this text

        A device's keys on a second machine are a copy: both open its pushes, and each
        has its own memory of what it has shown.

        example:
          $ sealedpush key import phone.wrapped --passphrase-file words.txt -o phone.key

        """

    private let file: String?
    private let output: String
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
        guard operands.count <= 1 else { throw UsageError("one export: sealedpush key import FILE -o FILE") }
        guard let output, !output.isEmpty, output != "-" else {
            throw UsageError("where to? add -o FILE (secrets are not printed)")
        }
        guard (operands.first ?? "-") != "-" || passphrase.file != "-" else {
            throw UsageError("standard input cannot be both the export and the passphrase")
        }
        file = operands.first
        self.output = output
        self.force = force
        self.passphrase = passphrase
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        if file == nil { try context.requirePipedInput("export") }
        try context.requirePlace(output, replacing: force, for: file ?? "-")
        let line = Self.trimmed(try context.read(file ?? "-", limit: KeyExport.maximumLength + 2))
        try CommandError.wrapping { () throws(KeyError) in try KeyExport.check(line) }
        let passphrase = try passphrase.passphrase(confirming: false, in: &context)
        let (text, keys) = try CommandError.wrapping { () throws(KeyError) in
            let text = try KeyExport.unwrap(line, under: passphrase)
            return (text, try KeyFile(text).keys)
        }
        try context.createSecret(output, text, replacing: force)
        for text in keys.compactMap(\.publicText) { try context.writeLine(text) }
        if keys.contains(where: { $0.kind == .deviceSecret }) {
            context.note("this is a copy: every machine that holds these keys opens the same pushes")
        }
        return .done
    }

    /// Without a byte order mark and the white space that editors leave at the end.
    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let end = text.lastIndex { ![0x20, 0x09, 0x0d, 0x0a].contains($0) } ?? start - 1
        return text[start..<max(start, end + 1)]
    }
}
