// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `inspect`: what anyone can see of a payload, without a secret.
struct InspectCommand: Command {
    static let name = "inspect"
    static let options = [Option.json]
    static let help = """
        usage: sealedpush inspect [--json] [FILE]

        Says what anyone can see of a sealed payload, and what is wrong with it: version,
        mode, key id, whose it is if the store knows it, sizes, bytes left, the text the
        provider reads. Needs no secret, and no store.
        FILE, or standard input, may also be the text of encrypted-content alone, a key
        file, key text or a card: then it prints kinds, key ids and verify numbers.

        options:
              --json   one line for scripts
          -h, --help   this text

        Exit code 0 when nothing is wrong, 1 when something is.

        example:
          $ sealedpush inspect push.json
          sealed, version 1, to a device key
          key id:      7a7d44e13b8b8a0a
          envelope:    314 bytes, 256 of them sealed content with its padding
          payload:     507 bytes of 4096, 3589 left
          placeholder: New notification

        """

    /// The longest thing it looks at; anything beyond is none of them.
    static let maximumInput = Limits.outerPayload

    private let file: String?
    private let asJSON: Bool

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var files: [String] = []
        var asJSON = false
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option: asJSON = true
            }
        }
        guard files.count <= 1 else { throw UsageError("one file at most") }
        file = files.first
        self.asJSON = asJSON
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        if file == nil { try context.requirePipedInput("payload") }
        // It may turn out to be a key file, so it is read like one.
        let secret = try context.readSecret(file ?? "-", limit: Self.maximumInput)
        var report = try secret.bytes.withCopy { bytes throws(CommandError) in try Self.report(on: bytes) }
        if let id = report.keyID { report.add(names: Self.names(of: id, in: context)) }
        try asJSON ? context.writeJSON(report.json) : context.writeLine(report.text)
        guard let problem = report.problems.first else { return .done }
        throw CommandError(.failed, "\(PrintableText.escape(file ?? "standard input")): \(problem)")
    }

    /// Whose key that is, as far as a store can be read.
    private static func names(of id: KeyID, in context: CommandContext) -> [String] {
        guard let path = try? context.storePath(), let store = try? context.openStore(at: path),
            let found = try? store.keys(withID: id)
        else { return [] }
        return Set(found.map(\.name)).sorted()
    }

    private static func report(on bytes: [UInt8]) throws(CommandError) -> InspectReport {
        let start = bytes.firstIndex { !whiteSpace.contains($0) } ?? bytes.endIndex
        let text = bytes[start...]
        if text.starts(with: KeyCard.prefix.utf8) {
            return try CommandError.wrapping { () throws(KeyError) in
                InspectReport(card: try KeyCard(encoded: lastTrimmed(text)))
            }
        }
        let looksLikeKeys = ["sealedpush:", "#", "\u{feff}"].contains { text.starts(with: $0.utf8) }
        if looksLikeKeys {
            return try CommandError.wrapping { () throws(KeyError) in
                InspectReport(keys: try KeyFile(SecretBytes(bytes)).keys)
            }
        }
        if text.first == UInt8(ascii: "{") || text.isEmpty { return InspectReport(payload: bytes) }
        let line = lastTrimmed(text)
        return line.contains { whiteSpace.contains($0) || $0 < 0x20 || $0 > 0x7e }
            ? InspectReport(payload: bytes) : InspectReport(content: [UInt8](line))
    }

    private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]

    private static func lastTrimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = text.lastIndex { !whiteSpace.contains($0) } ?? text.startIndex
        return text[...end]
    }
}
