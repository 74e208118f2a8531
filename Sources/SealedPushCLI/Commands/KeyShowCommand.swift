// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key show`: everything about one name but its secrets.
struct KeyShowCommand: Command {
    static let name = "key show"
    static let options = [Option.json]
    static let help = """
        usage: sealedpush key show NAME [--json]

        Everything the store knows of an own key or a contact: public keys, key ids,
        states, dates, addresses, the verify number. Never a secret.

        options:
              --json   one line for scripts
          -h, --help   this text

        example:
          $ sealedpush key show door
          name:     door
          kind:     signer, a contact
          accepted: 2026-05-28T20:25:40Z
          identity: sealedpush:identity:W73FZzKq4SBjlYPyiOQoH16LO7jF3tUS0xTNnoE0cWTeDzPC
          key:      sealedpush:signer:tVbp9QLNsVlGeA1eBRoBGi1kTSWLyr6NlxGYwzEbqR1RTp-6
          key id:   0c4a6fd8a4e5c2b1, current
          verify:   70587 75613 26072 32615 23564 64782 92764 44420 47994 59051 77933 69664

        """

    private let keyName: String
    private let asJSON: Bool

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var names: [String] = []
        var asJSON = false
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): names.append(text)
            case .option: asJSON = true
            }
        }
        guard names.count == 1 else { throw UsageError("which? sealedpush key show NAME ('key list' lists them)") }
        keyName = names[0]
        self.asJSON = asJSON
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let report = try CommandError.storing { () throws(StoreError) -> KeyReport? in
            if let own = try store.ownKeys(keyName) { return KeyReport(own) }
            return try store.contact(keyName).map(KeyReport.init)
        }
        guard let report else { throw CommandError.unknownName(keyName) }
        try asJSON ? context.writeJSON(report.json) : context.writeLine(report.text)
        return .done
    }
}
