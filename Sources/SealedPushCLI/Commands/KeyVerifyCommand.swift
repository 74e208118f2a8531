// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key verify`: the number to compare by voice or by eye.
struct KeyVerifyCommand: Command {
    static let name = "key verify"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush key verify NAME

        Prints twelve groups of five digits. The other side prints the same for the key
        or card you gave it: compare all of them, in both directions, by voice or by eye,
        before you rely on it.

        options:
          -h, --help   this text

        example:
          $ sealedpush key verify door
          70587 75613 26072 32615 23564 64782 92764 44420 47994 59051 77933 69664

        """

    private let keyName: String

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        guard let name = try arguments.onlyOperand("name") else {
            throw UsageError("which? sealedpush key verify NAME")
        }
        keyName = name
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let found = try CommandError.storing { () throws(StoreError) -> (known: Bool, number: VerifyNumber?) in
            if let own = try store.ownKeys(keyName) { return (true, own.verifyNumber) }
            let contact = try store.contact(keyName)
            return (contact != nil, contact?.verifyNumber)
        }
        guard found.known else { throw CommandError.unknownName(keyName) }
        guard let number = found.number else {
            throw CommandError(.badData, "'\(PrintableText.escape(keyName))' has no public key to compare")
        }
        try context.writeLine("\(number)")
        return .done
    }
}
