// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key card`: one line of text to give to the other side.
struct KeyCardCommand: Command {
    static let name = "key card"
    static let options = [displayName]
    static let help = """
        usage: sealedpush key card NAME [--name TEXT]

        Prints the card of an own device or signer: one public line to give to the other
        side, which accepts it with 'key trust'. After 'key rotate' there is a new one.

        options:
              --name TEXT   what the other side is suggested to call it; without it what
                            the last card said, or else NAME
          -h, --help        this text

        example:
          $ sealedpush key card phone > phone.card

        """

    private static let displayName = Option("--name", value: "TEXT")

    private let keyName: String
    private let displayName: String?

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var names: [String] = []
        var displayName: String?
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): names.append(text)
            case .option(let option): displayName = try arguments.value(for: option)
            }
        }
        guard names.count == 1 else { throw UsageError("whose? sealedpush key card NAME ('key list' lists them)") }
        keyName = names[0]
        self.displayName = displayName
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let card = try CommandError.storing { () throws(StoreError) in
            try store.card(of: keyName, displayName: displayName)
        }
        try context.writeLine(card.text)
        return .done
    }
}
