// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
package import SealedPushSender
internal import SealedPushStore

/// What `seal` and `send` have in common: whom for, by whom, what, and how.
package struct SealOptions: ~Copyable, Sendable {
    /// The part of a help that explains them.
    package static let help = """
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
        """

    /// A payload file longer than this is something else; what APNs takes has 4 KiB.
    package static let maximumInput = 4_194_304

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
    package static let options =
        [to, toFile, from, anonymous] + PayloadBuilder.options
        + [placeholder, placeholderKey, soundPlaceholder, ttl, id, limit, shorten, padding]

    /// Each `--to`.
    package private(set) var recipients: [String] = []
    /// The file of `--to-file`.
    package private(set) var list: String?
    /// `--ttl` in seconds; 0 without.
    package private(set) var timeToLive: UInt32 = 0
    /// `--id`.
    package private(set) var messageID: MessageID?
    private var signer: String?
    private var isAnonymous = false
    private var builder = PayloadBuilder()
    private var file: String?
    private var sealer = Sealer.anonymous()
    private var placeholderText: String?

    package init() {}

    /// Whether there is a payload, or options that make one.
    package var hasPayload: Bool { !builder.isEmpty || file != nil }

    /// Whether they are for one recipient, who is named.
    package var isForOne: Bool { recipients.count == 1 && list == nil }

    package mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
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

    /// Checks what contradicts itself, once everything was read.
    ///
    /// - Parameters:
    ///   - operands: the payload, if any.
    ///   - takesInput: whether standard input is taken by something else than a payload or a key.
    package mutating func finish(_ operands: [String], takesInput: Bool = false) throws(UsageError) {
        guard operands.count <= 1 else {
            throw UsageError("one payload at most; several recipients are --to KEY --to KEY")
        }
        guard signer == nil || !isAnonymous else { throw UsageError("--from and --anonymous contradict each other") }
        guard builder.isEmpty || operands.isEmpty else {
            throw UsageError("a payload and options that make one: leave either out")
        }
        guard messageID == nil || isForOne else {
            throw UsageError("--id is for one recipient: each push has an id of its own")
        }
        // A key stands alone unless a text is given too: nobody says which of the two the system would take.
        if placeholderText != nil || sealer.placeholder.localizationKey != nil {
            sealer.placeholder.text = placeholderText
        }
        file = operands.first
        let payload = !builder.isEmpty || takesInput ? file : file ?? "-"
        let inputs = recipients + [list, signer, payload, takesInput ? "-" : nil].compactMap { $0 }
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw UsageError("standard input can be one thing only: the payload or one key")
        }
    }

    /// What seals: signs with the key of `--from`, else with the store's only one, or is anonymous.
    package func sealer(in context: inout CommandContext) throws(CommandError) -> Sealer {
        var sealer = sealer
        sealer.key = try signingKey(in: &context)
        sealer.now = context.now
        return sealer
    }

    /// The payload, checked and measured.
    package func prepare(
        with sealer: Sealer,
        in context: inout CommandContext
    ) throws(CommandError) -> PreparedPayload {
        let prepared = try Self.prepare(try payload(in: &context), timeToLive, with: sealer)
        for note in prepared.notes { context.note(note) }
        return prepared
    }

    /// A payload, checked and measured.
    package static func prepare(
        _ payload: PushPayload,
        _ timeToLive: UInt32,
        with sealer: Sealer
    ) throws(CommandError) -> PreparedPayload {
        do throws(SealError) {
            return try sealer.prepare(payload, timeToLive: timeToLive)
        } catch {
            let hint = error.code == .tooLarge && sealer.shortening == .never ? " (--shorten)" : ""
            throw CommandError(CommandError(error).code, error.description + hint)
        }
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

    /// What the payload is read from, for messages.
    private var place: String {
        guard let file, file != "-" else { return "standard input" }
        return PrintableText.escape(file)
    }

    /// The payload, as it was given.
    package func payload(in context: inout CommandContext) throws(CommandError) -> PushPayload {
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
}
