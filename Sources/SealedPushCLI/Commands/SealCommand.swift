// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushSender

/// `seal`: turns an ordinary payload into one that hides its text.
final class SealCommand: Command {
    static let name = "seal"
    static let options = SealOptions.options
    static let help =
        """
        usage: sealedpush seal --to KEY [--to KEY …] [--from SIGNER | --anonymous] [PAYLOAD]
               sealedpush seal --to KEY … [--title TEXT] [--body TEXT] [--data K=V …] …

        Seals an APNs payload: a file (.apns), standard input, or the fields given as
        options. Prints the payload to send in its place. It shows a neutral text and
        says mutable-content: 1; everything else is inside the seal.

        who:
              --to KEY          whom for: a name in the store, the path of a key file (with
                                a '/'), or key text, sealedpush:device:…; may be given
                                several times
              --to-file FILE    for everyone in FILE, or on standard input ('-'): one a line,
                                as after --to, any number; blank lines and # comments
                                are skipped
              --from SIGNER     sign with this signer: a name, or the path of a key file;
                                without it, with the store's only signer

        """ + SealOptions.help + """

              -h, --help                       this text

            One recipient: the payload alone, without a line end (4096 bytes must stay 4096).
            Several, or --to-file: a line each in the order given, {"to":…,"payload":{…}} or
            {"to":…,"error":{…}}; one that fails stops no other, and the exit code is then 1.

            What only the provider acts on does nothing inside the seal: apns-collapse-id,
            apns-expiration, apns-priority, apns-topic, apns-push-type, content-available.
            A push that shows nothing cannot be sealed: no extension would run to open it.

            example:
              $ sealedpush seal --to ./phone.pub --from ./door.key --title Door --body Open
              {"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"AQE…"}

            """

    private let seal: SealOptions

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var seal = SealOptions()
        var files: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option(let option): try seal.read(option, from: &arguments)
            }
        }
        guard files.count > 1 || !seal.recipients.isEmpty || seal.list != nil else {
            throw UsageError("whom for? add --to KEY (a device's public key, or its file)")
        }
        try seal.finish(files)
        self.seal = seal
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let prepared = try seal.prepare(with: seal.sealer(in: &context), in: &context)
        guard !seal.isForOne else {
            let recipient = try KeyArgument.recipient(seal.recipients[0], in: &context)
            let sealed = try seal(prepared, to: recipient, in: context)
            try context.write(sealed.json)
            if context.outputIsTerminal { try context.writeLine("") }
            return .done
        }
        let fanOut = FanOut(prepared)
        for recipient in seal.recipients { try fanOut.add(recipient, in: &context) }
        let listed = Result { () throws(CommandError) in
            guard let list = seal.list else { return }
            let lines = try RecipientList(list, in: context)
            while let line = try lines.next() { try fanOut.add(line.name, refusal: line.refusal, in: &context) }
        }
        // Where a list breaks off, what was read before it is sealed all the same.
        let finished = Result { () throws(CommandError) in try fanOut.finish(in: &context) }
        try listed.get()
        try finished.get()
        if fanOut.isEmpty { context.note("nobody to seal to: the list has no recipient") }
        return .done
    }

    private func seal(
        _ prepared: PreparedPayload,
        to recipient: Recipient,
        in context: CommandContext
    ) throws(CommandError) -> SealedPayload {
        do throws(SealError) {
            let sealed = try prepared.seal(to: recipient, id: seal.messageID ?? MessageID())
            if let shortened = sealed.shortened {
                context.note("body shortened from \(shortened.bodyBytes) to \(shortened.keptBytes) bytes and \"…\"")
            }
            context.detail("sealed \(sealed.messageID), \(sealed.json.count) bytes, good until \(sealed.expiresAt)")
            return sealed
        } catch {
            throw CommandError(error)
        }
    }
}
