// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender
internal import SealedPushStore

/// `send`: seals, and hands the result to whoever carries it to the device.
struct SendCommand: ~Copyable {
    private static let queue = Option("--queue")
    private static let dryRun = Option("--dry-run")
    private static let retryDead = Option("--retry-dead")
    /// Every option but those of `sealedpush` itself, which may stand among them.
    static let options = SealOptions.options + DeliveryOptions.options + [queue, dryRun, retryDead, .json]

    private var seal = SealOptions()
    private(set) var delivery = DeliveryOptions()
    private var isQueue = false
    private(set) var isRehearsal = false
    private var triesDead = false
    private var asJSON = false
    private var hasLimit = false
    /// Whether the store says who signs, and may say otherwise later.
    private var signsFromStore = true
    /// The paths of the signer's key and of the payload.
    private var paths: [String] = []

    /// Reads the arguments of a context, and into it what concerns every command.
    ///
    /// - Returns: `nil` where only the version is asked for.
    init?(parsing context: inout CommandContext) throws(UsageError) {
        try MisplacedText.checkForSecrets(context.arguments)
        try MisplacedText.check(context.environment["SEALEDPUSH_STORE"] ?? "", in: "SEALEDPUSH_STORE")
        var arguments = ArgumentReader(context.arguments, options: Self.options + SealedPushCommandLine.options)
        var operands: [String] = []
        var wantsVersion = false
        while let argument = try MisplacedText.next(in: &arguments, of: context.arguments) {
            switch argument {
            case .operand(let text):
                try MisplacedText.check(text, in: "the payload's place")
                operands.append(text)
            case .option(let option) where SealedPushCommandLine.options.contains(option):
                try Self.checkNames(option, arguments)
                wantsVersion =
                    try SealedPushCommandLine.read(option, from: &arguments, into: &context) || wantsVersion
            case .option(let option): try read(option, from: &arguments)
            }
        }
        if wantsVersion { return nil }
        let names = !seal.recipients.isEmpty || seal.list != nil
        guard isQueue || names else { throw UsageError("whom for? add --to NAME, --to-file FILE or --queue") }
        guard !isQueue || !names else {
            throw UsageError("--queue takes its recipients from standard input: leave --to and --to-file out")
        }
        try checkInput(operands)
        paths += operands
        try seal.finish(operands, takesInput: isQueue || delivery.apns.inputs > 0)
    }

    /// Checks that standard input is one thing only; what the options of sealing take of it they check themselves.
    private func checkInput(_ operands: [String]) throws(UsageError) {
        let inputs = delivery.apns.inputs
        guard inputs > 0 else { return }
        let takesPayload = !isQueue && operands.isEmpty && !seal.hasPayload
        guard inputs == 1, !isQueue, !takesPayload else {
            throw UsageError(
                "standard input can be one thing only: the credentials, their passphrase, the payload, the list or the queue"
            )
        }
    }

    /// Options of the command line's own parts that take a name or a path, and what is wanted there.
    private static let names = [
        "--to": MisplacedText.name, "--from": MisplacedText.name, "--to-file": MisplacedText.path,
        "--store": MisplacedText.path,
    ]

    /// Looks at the value that an option is about to take.
    private static func checkNames(_ option: Option, _ arguments: ArgumentReader) throws(UsageError) {
        guard let wanted = names[option.name] else { return }
        var ahead = arguments
        try MisplacedText.check(ahead.value(for: option), in: option.name, wanting: wanted)
    }

    private mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case Self.queue: isQueue = true
        case Self.dryRun: isRehearsal = true
        case Self.retryDead: triesDead = true
        case .json: asJSON = true
        case let other where SealOptions.options.contains(other):
            try Self.checkNames(other, arguments)
            try note(other, arguments)
            try seal.read(other, from: &arguments)
        default: try delivery.read(option, from: &arguments)
        }
    }

    /// Keeps what the options of sealing do not tell.
    private mutating func note(_ option: Option, _ arguments: ArgumentReader) throws(UsageError) {
        switch option.name {
        case "--limit": hasLimit = true
        case "--anonymous": signsFromStore = false
        case "--from":
            var ahead = arguments
            let signer = try ahead.value(for: option)
            if signer.contains("/") { paths.append(signer) }
            signsFromStore = signer != "-" && !signer.contains("/") && !signer.hasPrefix("sealedpush:")
        default: break
        }
    }

    func run(
        _ deliverers: Deliverers,
        stopping: () -> StopSignal?,
        in context: inout CommandContext
    ) async throws(CommandError) -> ExitCode {
        // A queue may bring keys and addresses of its own, and so do without a store; names are in one.
        let store = isQueue ? try? context.openStore() : try context.openStore()
        for path in paths { _ = try InputFile(path) }
        let book = AddressBook(delivery, triesDead: triesDead)
        let desk = try desk(book, hasStore: store != nil, in: &context)
        let sink = ResultSink(context, asJSON: asJSON || isQueue)
        let courier = Courier(
            options: delivery,
            deliverers: deliverers,
            store: isRehearsal ? nil : store,
            now: context.now
        )
        let dispatcher = Dispatcher(courier, into: sink)
        let signal = isQueue ? stopping() : nil
        // Kept until all is done: its time runs while the last pushes are under way.
        defer { withExtendedLifetime(signal) {} }
        var failure: CommandError?
        do throws(CommandError) {
            if isQueue {
                try await feed(dispatcher, desk, until: signal?.stop, in: &context)
            } else {
                try await feed(dispatcher, desk, in: &context)
            }
        } catch {
            failure = error
        }
        // Where a list breaks off, what was read before it is sent all the same.
        await dispatcher.finish()
        if let failure, sink.isEmpty { throw failure }
        guard isQueue || !sink.isEmpty else {
            context.note("nobody to send to: the list has no recipient")
            return .done
        }
        let code = try sink.finish(isMany: isQueue || !seal.isForOne)
        if let failure { throw failure }
        return code
    }

    private func desk(
        _ book: AddressBook,
        hasStore: Bool,
        in context: inout CommandContext
    ) throws(CommandError) -> SealingDesk {
        do throws(CommandError) {
            return try SealingDesk(
                seal,
                book,
                limit: !hasLimit && delivery.urgency.pushType == .voip ? Limits.voipPayload : nil,
                hasPayload: !isQueue || seal.hasPayload,
                signsFromStore: signsFromStore,
                in: &context
            )
        } catch {
            // Where the store cannot be opened, that is why nobody knows who signs.
            if !hasStore, signsFromStore { _ = try context.openStore() }
            throw error
        }
    }

    /// Sends what comes on standard input.
    private func feed(
        _ dispatcher: Dispatcher,
        _ desk: SealingDesk,
        until stop: Stop?,
        in context: inout CommandContext
    ) async throws(CommandError) {
        guard let stop else {
            throw CommandError(.unavailable, "no pipe is to be had: too many files are open; raise 'ulimit -n'")
        }
        stop.whenOverdue { dispatcher.giveUp() }
        try await SendQueue(desk: desk, urgency: delivery.urgency, stop: stop).feed(dispatcher, seal, in: &context)
    }

    /// Sends to everybody who is named on the command line and in the list.
    private func feed(
        _ dispatcher: Dispatcher,
        _ desk: SealingDesk,
        in context: inout CommandContext
    ) async throws(CommandError) {
        for name in seal.recipients { await send(name, refusal: nil, dispatcher, desk, in: &context) }
        guard let list = seal.list else { return }
        if list != "-" { _ = try InputFile(list) }
        let lines = try RecipientList(list, in: context)
        while !dispatcher.sink.isBroken, let line = try lines.next() {
            if line.refusal == nil, case .pem? = MisplacedText(line.name) {
                // What follows are the lines of the key, which nobody can tell from names.
                throw CommandError(
                    .badData,
                    "--to-file names a key or certificate itself: it must be a list of names, one a line"
                )
            }
            await send(line.name, refusal: line.refusal, dispatcher, desk, in: &context)
        }
    }

    private func send(
        _ name: String,
        refusal: String?,
        _ dispatcher: Dispatcher,
        _ desk: SealingDesk,
        in context: inout CommandContext
    ) async {
        let label = SendResult.Label(to: name)
        do throws(DeliveryFault) {
            if let refusal { throw DeliveryFault(.badData, "badLine", refusal) }
            try desk.look(seal, in: &context)
            let errand = Courier.Errand(
                label: label,
                addressee: try desk.book.addressee(name, in: &context),
                payload: try desk.prepare(),
                urgency: delivery.urgency,
                messageID: seal.messageID ?? MessageID()
            )
            await dispatcher.send(errand)
        } catch {
            let label = refusal == nil ? label.shown(after: error) : label
            dispatcher.sink.add(SendResult(label: label, outcome: .failure(error)))
        }
    }
}
