// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushSender
internal import SealedPushStore

/// `seal`: turns an ordinary payload into one that hides its text.
struct SealCommand: Command {
    static let name = "seal"
    static let help = """
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
              --anonymous       do not sign; whoever knows the key can then send as well

        what, where there is no PAYLOAD:
              --title TEXT      --subtitle TEXT   --body TEXT
              --badge NUMBER    --sound NAME      --category ID    --thread ID
              --data K=V        a member beside aps, as a string; may be given several times

        how:
              --placeholder TEXT           what the provider sees ("New notification")
              --placeholder-loc-key KEY    a key of the app's translations for it
              --sound-placeholder          the default sound on the placeholder
              --ttl DURATION               how long it is good: 90s, 15m, 12h, 7d, or seconds;
                                           30d at most, and without this
              --id UUID                    the message's id, which is also its apns-id
              --limit BYTES                what the transport carries (4096; a VoIP push 5120)
              --shorten                    cut the body, and only it, where it does not fit
              --padding bucket|none        hide the length (bucket), or not
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

    /// A payload file longer than this is something else; what APNs takes has 4 KiB.
    static let maximumInput = 4_194_304

    private static let to = Option("--to", value: "KEY", repeats: true)
    private static let toFile = Option("--to-file", value: "FILE")
    private static let from = Option("--from", value: "SIGNER")
    private static let anonymous = Option("--anonymous")
    private static let placeholder = Option("--placeholder", value: "TEXT")
    private static let placeholderKey = Option("--placeholder-loc-key", value: "KEY")
    private static let soundPlaceholder = Option("--sound-placeholder")
    private static let ttl = Option("--ttl", value: "DURATION")
    private static let id = Option("--id", value: "UUID")
    private static let limit = Option("--limit", value: "BYTES")
    private static let shorten = Option("--shorten")
    private static let padding = Option("--padding", value: "bucket|none")
    static let options =
        [to, toFile, from, anonymous] + PayloadBuilder.options
        + [placeholder, placeholderKey, soundPlaceholder, ttl, id, limit, shorten, padding]

    private var recipients: [String] = []
    private var list: String?
    private var signer: String?
    private var isAnonymous = false
    private var builder = PayloadBuilder()
    private var file: String?
    private var sealer = Sealer.anonymous()
    private var placeholderText: String?
    private var timeToLive: UInt32 = 0
    private var messageID: MessageID?

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var files: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option(let option): try read(option, from: &arguments)
            }
        }
        guard files.count <= 1 else {
            throw UsageError("one payload at most; several recipients are --to KEY --to KEY")
        }
        guard !recipients.isEmpty || list != nil else {
            throw UsageError("whom for? add --to KEY (a device's public key, or its file)")
        }
        guard signer == nil || !isAnonymous else { throw UsageError("--from and --anonymous contradict each other") }
        guard messageID == nil || recipients.count == 1 && list == nil else {
            throw UsageError("--id is for one recipient: each push has an id of its own")
        }
        guard builder.isEmpty || files.isEmpty else {
            throw UsageError("a payload and options that make one: leave either out")
        }
        // A key stands alone unless a text is given too: nobody says which of the two the system would take.
        if placeholderText != nil || sealer.placeholder.localizationKey != nil {
            sealer.placeholder.text = placeholderText
        }
        file = files.first
        let inputs = recipients + [list, signer, builder.isEmpty ? file ?? "-" : nil].compactMap { $0 }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw UsageError("standard input can be one thing only: the payload or one key")
        }
    }

    private mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case Self.to: recipients.append(try arguments.value(for: option))
        case Self.toFile: list = try arguments.value(for: option)
        case Self.from: signer = try arguments.value(for: option)
        case Self.anonymous: isAnonymous = true
        case Self.placeholder:
            placeholderText = try arguments.value(for: option)
        case Self.placeholderKey:
            sealer.placeholder.localizationKey = try arguments.value(for: option)
        case Self.soundPlaceholder: sealer.placeholder.sound = "default"
        case Self.ttl: timeToLive = try TimeToLive.seconds(arguments.value(for: option))
        case Self.id:
            let text = try arguments.value(for: option)
            guard let id = MessageID(uuid: text) else {
                throw UsageError("--id '\(PrintableText.excerpt(text))' is no UUID (8-4-4-4-12 hex digits)")
            }
            messageID = id
        case Self.limit:
            let text = try arguments.value(for: option)
            guard let limit = Int(text), (1...Limits.outerPayload).contains(limit) else {
                throw UsageError(
                    "--limit '\(PrintableText.excerpt(text))' is no number of bytes from 1 to \(Limits.outerPayload)"
                )
            }
            sealer.limit = limit
        case Self.shorten: sealer.shortening = .body
        case Self.padding:
            let text = try arguments.value(for: option)
            guard let padding = Sealer.Padding(rawValue: text) else {
                throw UsageError("--padding is bucket or none, not '\(PrintableText.excerpt(text))'")
            }
            sealer.padding = padding
        default: try builder.read(option, from: &arguments)
        }
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        var sealer = sealer
        sealer.key = try signingKey(in: &context)
        sealer.now = context.now
        guard recipients.count != 1 || list != nil else {
            let recipient = try KeyArgument.recipient(recipients[0], in: &context)
            let sealed = try seal(try prepare(sealer, in: &context), to: recipient, in: context)
            try context.write(sealed.json)
            if context.outputIsTerminal { try context.writeLine("") }
            return .done
        }
        var fanOut = FanOut(try prepare(sealer, in: &context))
        for recipient in recipients { try fanOut.add(recipient, in: &context) }
        let listed = Result { () throws(CommandError) in
            if let list { try RecipientList.add(list, to: &fanOut, in: &context) }
        }
        // Where a list breaks off, what was read before it is sealed all the same.
        let finished = Result { () throws(CommandError) in try fanOut.finish(in: &context) }
        try listed.get()
        try finished.get()
        if fanOut.isEmpty { context.note("nobody to seal to: the list has no recipient") }
        return .done
    }

    /// That of `--from`, else the store's only one; `nil` for an anonymous push.
    private func signingKey(in context: inout CommandContext) throws(CommandError) -> SigningKey.Secret? {
        if isAnonymous { return nil }
        if let signer { return try KeyArgument.signer(signer, in: &context) }
        var names: [String] = []
        // Without a home there is no store, and whoever works with files needs none.
        if (try? context.storePath()) != nil {
            let store = try context.openStore()
            names = try CommandError.storing { () throws(StoreError) in
                try store.ownKeys().filter { $0.kind == .signer && $0.revokedAt == nil }.map(\.name)
            }
        }
        guard let name = names.first, names.count == 1 else {
            let which =
                names.isEmpty ? "" : "; the store has \(names.map { PrintableText.escape($0) }.joined(separator: ", "))"
            throw CommandError(.usage, "who sends? add --from SIGNER to sign, or --anonymous not to\(which)")
        }
        return try KeyArgument.signer(name, in: &context)
    }

    private func prepare(_ sealer: Sealer, in context: inout CommandContext) throws(CommandError) -> PreparedPayload {
        let payload = try payload(in: &context)
        do throws(SealError) {
            let prepared = try sealer.prepare(payload, timeToLive: timeToLive)
            for note in prepared.notes { context.note(note) }
            return prepared
        } catch {
            let hint = error.code == .tooLarge && sealer.shortening == .never ? " (--shorten)" : ""
            throw CommandError(CommandError(error).code, error.description + hint)
        }
    }

    /// What the payload is read from, for messages.
    private var place: String {
        guard let file, file != "-" else { return "standard input" }
        return PrintableText.escape(file)
    }

    private func payload(in context: inout CommandContext) throws(CommandError) -> PushPayload {
        var bytes: [UInt8] = []
        if builder.isEmpty {
            if file == nil { try context.requirePipedInput("payload (or use --title and --body)") }
            bytes = try context.read(file ?? "-", limit: Self.maximumInput)
            guard bytes.count <= Self.maximumInput else {
                throw CommandError(
                    .badData,
                    "the payload has more than \(Self.maximumInput) bytes: that is no APNs payload"
                )
            }
        }
        guard !builder.isEmpty || !bytes.isEmpty else {
            throw CommandError(.badData, "\(place): empty; name a file, pipe one in, or use --title and --body")
        }
        do throws(PayloadError) {
            return try builder.isEmpty ? PushPayload(json: bytes) : builder.payload()
        } catch {
            throw CommandError(.badData, builder.isEmpty ? "\(place): \(error)" : error.description)
        }
    }

    private func seal(
        _ prepared: PreparedPayload,
        to recipient: Recipient,
        in context: CommandContext
    ) throws(CommandError) -> SealedPayload {
        do throws(SealError) {
            let sealed = try prepared.seal(to: recipient, id: messageID ?? MessageID())
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
