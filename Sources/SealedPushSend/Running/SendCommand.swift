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
    private var isQuiet = false
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
                isQuiet = isQuiet || option.name == "--quiet"
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
        let sink = ResultSink(
            context,
            ResultSink.Manner(asJSON: asJSON || isQueue, isQuiet: isQuiet, isRehearsal: isRehearsal)
        )
        let courier = Courier(
            options: delivery,
            deliverers: deliverers,
            store: isRehearsal ? nil : store,
            now: context.now
        )
        let dispatcher = Dispatcher(courier, into: sink)
        guard let signal = stopping() else {
            throw CommandError(.unavailable, "no pipe is to be had: too many files are open; raise 'ulimit -n'")
        }
        // Kept until all is done: its time runs while the last pushes are under way.
        defer { withExtendedLifetime(signal) {} }
        signal.stop.whenOverdue { dispatcher.giveUp() }
        var mailing = Mailing(desk, delivery.urgency, until: signal.stop)
        var failure: CommandError?
        do throws(CommandError) {
            if isQueue {
                let queue = SendQueue(desk: desk, urgency: delivery.urgency, stop: signal.stop)
                try await queue.feed(dispatcher, seal, in: &context)
            } else {
                signal.stop.whenCome { sink.announce(Self.stopping) }
                try await mailing.feed(dispatcher, seal, in: &context)
            }
        } catch {
            failure = error
        }
        // Where a list breaks off, what was read before it is sent all the same.
        await dispatcher.finish()
        if let failure, sink.isEmpty { throw failure }
        let unsent = mailing.unsent
        guard isQueue || !sink.isEmpty || unsent != nil else {
            context.note("nobody to send to: the list has no recipient")
            return .done
        }
        if let note = mailing.note { context.note(note) }
        let code = try sink.finish(isMany: isQueue || !seal.isForOne, unsent: unsent)
        if let failure { throw failure }
        return code
    }

    /// What is said when a signal comes over a list; for a queue nobody sits there.
    private static let stopping =
        "stopping: what is under way has \(Stop.grace.components.seconds) seconds more; another signal ends it at once"

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
}
