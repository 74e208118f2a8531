// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key trust`: accepts a card, or public key text, as a contact.
struct KeyTrustCommand: Command {
    static let name = "key trust"
    static let options = [localName, replace]
    static let help = """
        usage: sealedpush key trust [FILE] [--name NAME] [--replace]

        Accepts a card, or the text of a device's or signer's public key, from FILE or
        standard input, and prints the number to compare with the other side. A newer
        card of a known contact updates it, under the name it has.

        options:
              --name NAME   the local name of a new contact; a card suggests one
              --replace     forget the contact of that name, whose identity is another
          -h, --help        this text

        Once a signer is trusted, pushes that are not signed are refused. A card that is
        older than the last, or a second one with its serial, is refused; a revoked
        identity is never trusted again.

        example:
          $ sealedpush key trust door.card --name door
          added door, a signer
          compare with the other side, all of it:
          70587 75613 26072 32615 23564 64782 92764 44420 47994 59051 77933 69664

        """

    private static let localName = Option("--name", value: "NAME")
    private static let replace = Option("--replace")

    private let file: String?
    private let givenName: String?
    private let replacing: Bool

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var files: [String] = []
        var name: String?
        var replacing = false
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option(Self.localName): name = try arguments.value(for: Self.localName)
            case .option: replacing = true
            }
        }
        guard files.count <= 1 else { throw UsageError("one card or key at most") }
        if let name { try UsageError.check(name: name) }
        file = files.first
        givenName = name
        self.replacing = replacing
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        if file == nil { try context.requirePipedInput("card or key") }
        let introduction = try Introduction(try context.read(file ?? "-", limit: Introduction.maximumLength))
        let store = try context.openStore()
        let name = try localName(for: introduction, in: store)
        let acceptance = try CommandError.storing { () throws(StoreError) in
            try introduction.accept(into: store, as: name, replacing: replacing)
        }
        try report(acceptance, store: store, in: &context)
        return .done
    }

    /// The name that is given, else the one it has, else the one that its card suggests.
    private func localName(for introduction: Introduction, in store: SQLiteKeyStore) throws(CommandError) -> String {
        if let givenName { return givenName }
        guard let card = introduction.card else {
            throw CommandError(.usage, "a bare key has no name: add --name NAME")
        }
        let (known, others) = try CommandError.storing { () throws(StoreError) in
            (
                try store.contact(introducedBy: card),
                try store.contacts().filter { $0.identity == card.identity && $0.revokedAt == nil }
            )
        }
        if let known { return known.name }
        // It may be somebody who wants to be taken for more than what was agreed on.
        if let other = others.first, !card.isRevocation {
            throw CommandError(
                .usage,
                "the identity of this card is known as '\(PrintableText.escape(other.name))', a \(other.kind), and this is "
                    + "another kind: to accept that too, add --name NAME"
            )
        }
        do throws(UsageError) {
            if !card.isRevocation { try UsageError.check(name: card.name) }
        } catch {
            throw CommandError(.usage, "the card suggests a name that cannot be one here: add --name NAME")
        }
        return card.name
    }

    private func report(
        _ acceptance: Acceptance,
        store: SQLiteKeyStore,
        in context: inout CommandContext
    ) throws(CommandError) {
        guard let contact = acceptance.contact else {
            try context.writeLine("revoked: this identity will never be trusted here")
            return
        }
        let shown = PrintableText.escape(contact.name)
        switch acceptance.change {
        case .added: try context.writeLine("added \(shown), a \(contact.kind)")
        case .updated: try context.writeLine("updated \(shown), a \(contact.kind), by a newer card")
        case .none: try context.writeLine("nothing new: \(shown) is known by this already")
        case .revoked: try context.writeLine("revoked \(shown), for good, as its card says")
        }
        if let givenName, givenName != contact.name {
            context.note("it is known as '\(shown)' and keeps that name")
        }
        if acceptance.change == .added {
            let alike = try CommandError.storing { () throws(StoreError) in try store.namesLike(contact.name) }
            for other in alike { context.note("'\(shown)' looks much like '\(PrintableText.escape(other))'") }
        }
        guard contact.revokedAt == nil, let number = contact.verifyNumber else { return }
        try context.writeLine("compare with the other side, all of it:\n\(number)")
    }
}
