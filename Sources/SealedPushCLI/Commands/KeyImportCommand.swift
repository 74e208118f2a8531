// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key import`: keys back from an export, into the store or a file.
struct KeyImportCommand: Command {
    static let name = "key import"
    private static let localName = Option("--name", value: "NAME")
    static let options = [localName] + Destination.options + [.passphraseFile]
    static let help = """
        usage: sealedpush key import [FILE] [--name NAME] [--passphrase-file FILE]
               sealedpush key import [FILE] -o FILE [--passphrase-file FILE]

        Opens an export (the line that 'key export' printed) with its passphrase, takes
        the keys into the store, or writes them to a key file, and prints the public ones.

        options:
              --name NAME              the name in the store; the one they had, without it
          -o, --output FILE            the new key file: created for you alone (mode
                                       0600), never over another one
              --force                  replace that file if it is there
              --passphrase-file FILE   take the passphrase from FILE ('-': standard
                                       input; a file of yours alone, mode 0600),
                                       less one line end; else it is asked for
          -h, --help                   this text

        A device's keys on a second machine are a copy: both open its pushes, and each
        has its own memory of what it has shown.

        example:
          $ sealedpush key import phone.wrapped --passphrase-file words.txt

        """

    private let file: String?
    private let givenName: String?
    private let destination: Destination
    private let passphrase: PassphraseSource

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var operands: [String] = []
        var destination = Destination()
        var name: String?
        var passphrase = PassphraseSource()
        while let argument = try arguments.next() {
            switch argument {
            case .option(Self.localName): name = try arguments.value(for: Self.localName)
            case .option(.passphraseFile): passphrase.file = try arguments.value(for: .passphraseFile)
            case .option(let option): try destination.read(option, from: &arguments)
            case .operand(let text): operands.append(text)
            }
        }
        guard operands.count <= 1 else { throw UsageError("one export: sealedpush key import FILE") }
        try destination.requireFileOrStore()
        guard name == nil || destination.path == nil else {
            throw UsageError("--name is for the store, -o for a file: leave one out")
        }
        if let name { try UsageError.check(name: name) }
        givenName = name
        guard (operands.first ?? "-") != "-" || passphrase.file != "-" else {
            throw UsageError("standard input cannot be both the export and the passphrase")
        }
        file = operands.first
        self.destination = destination
        self.passphrase = passphrase
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        if file == nil { try context.requirePipedInput("export") }
        try requirePlace(in: &context)
        let line = Self.trimmed(try context.read(file ?? "-", limit: KeyExport.maximumLength + 2))
        let place = file.map { $0 == "-" ? "standard input" : PrintableText.escape($0) } ?? "standard input"
        try CommandError.wrapping { () throws(KeyError) in
            do throws(KeyError) {
                try KeyExport.check(line)
            } catch {
                throw error.located(place)
            }
        }
        let passphrase = try passphrase.passphrase(confirming: false, in: &context)
        let (text, unwrapped) = try CommandError.wrapping { () throws(KeyError) in
            let text = try KeyExport.unwrap(line, under: passphrase)
            return (text, try KeyFile(text))
        }
        let keys = unwrapped.keys
        if let output = destination.path {
            try context.createSecret(output, text, replacing: destination.replaces)
        } else {
            guard let name = givenName ?? unwrapped.name else {
                throw CommandError(.usage, "the keys have no name: add --name NAME, or -o FILE for a key file")
            }
            let store = try context.openStore()
            try CommandError.storing { () throws(StoreError) in try store.importKeys(keys, as: name) }
        }
        for text in keys.compactMap(\.publicText) { try context.writeLine(text) }
        if keys.contains(where: { $0.kind == .deviceSecret }) {
            context.note("this is a copy: every machine that holds these keys opens the same pushes")
        }
        return .done
    }

    /// Refuses a place that is taken before anybody types a passphrase.
    private func requirePlace(in context: inout CommandContext) throws(CommandError) {
        if let output = destination.path {
            for source in [file, passphrase.file] {
                try context.requirePlace(output, replacing: destination.replaces, for: source)
            }
        } else if let givenName {
            let store = try context.openStore()
            try CommandError.storing { () throws(StoreError) in try store.requireFree(givenName) }
        }
    }

    /// Without a byte order mark and the white space that editors leave at the end.
    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let end = text.lastIndex { ![0x20, 0x09, 0x0d, 0x0a].contains($0) } ?? start - 1
        return text[start..<max(start, end + 1)]
    }
}
