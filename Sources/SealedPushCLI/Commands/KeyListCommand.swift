// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key list`: own keys and contacts, a line each.
struct KeyListCommand: Command {
    static let name = "key list"
    static let options = [Option.json]
    static let help = """
        usage: sealedpush key list [--json]

        Own keys and contacts, a line each: name, kind, key id, created, state. Never a
        secret.

        options:
              --json   a line of JSON for each
          -h, --help   this text

        example:
          $ sealedpush key list
          own      phone  device  94d1077575bf0a46  2026-05-28  current
          contact  door   signer  0c4a6fd8a4e5c2b1  2026-05-28  current

        """

    private let asJSON: Bool

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        asJSON = try arguments.onlyFlags(else: "key list takes no operand; 'key show NAME' shows one").contains(.json)
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let entries = try CommandError.storing { () throws(StoreError) in
            try store.ownKeys().map(KeyReport.init) + store.contacts().map(KeyReport.init)
        }
        if entries.isEmpty { context.note("no keys yet; 'sealedpush key new device NAME' makes some") }
        guard !asJSON else {
            for entry in entries { try context.writeJSON(entry.json) }
            return .done
        }
        let rows = entries.map(\.row)
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths + [0]).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
            try context.writeLine(cells.joined(separator: "  "))
        }
        return .done
    }
}
