// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key card`: one line of text to give to the other side.
final class KeyCardCommand: Command {
    static let name = "key card"
    static let options = [displayName] + AddressOptions.options
    static let help = """
        usage: sealedpush key card NAME [--name TEXT]
               sealedpush key card NAME --apns-token HEX --topic ID [--environment NAME]
               sealedpush key card NAME --mqtt URL [--topic TOPIC]

        Prints the card of an own device or signer: one public line to give to the other
        side, which accepts it with 'key trust'. After 'key rotate' there is a new one.
        It keeps where a device's pushes go, for 'send', until that is changed.

        options:
              --name TEXT          what the other side is suggested to call it; without it
                                   what the last card said, or else NAME
              --apns-token HEX     the app's device token
              --topic TOPIC        the app's bundle identifier; with --mqtt alone the topic
                                   there (one that nobody can guess)
              --environment NAME   production (App Store; so without this) or development
              --mqtt URL           a broker, mqtts://HOST[:PORT]
              --no-address         pushes go nowhere any more
          -h, --help               this text

        example:
          $ sealedpush key card phone > phone.card

        """

    private static let displayName = Option("--name", value: "TEXT")

    private let keyName: String
    private let displayName: String?
    /// The values of the other options that were given.
    private let texts: [Option: String]

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var names: [String] = []
        var displayName: String?
        var texts: [Option: String] = [:]
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): names.append(text)
            case .option(Self.displayName): displayName = try arguments.value(for: Self.displayName)
            case .option(let option): texts[option] = option.value == nil ? "" : try arguments.value(for: option)
            }
        }
        guard names.count == 1 else { throw UsageError("whose? sealedpush key card NAME ('key list' lists them)") }
        keyName = names[0]
        self.displayName = displayName
        self.texts = texts
        try AddressOptions.check(texts)
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        var address: PushAddress?
        if !texts.isEmpty {
            let own = try CommandError.storing { () throws(StoreError) in try store.ownKeys(keyName) }
            guard own?.kind != .signer else {
                throw CommandError(.usage, "'\(PrintableText.escape(keyName))' is a signer, which no push goes to")
            }
            address = try AddressOptions.address(texts, own?.lastCard?.address)
        }
        let card = try CommandError.storing { () throws(StoreError) in
            try store.card(of: keyName, displayName: displayName, address: address)
        }
        try context.writeLine(card.text)
        return .done
    }
}
