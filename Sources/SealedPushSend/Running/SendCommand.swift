// SPDX-License-Identifier: Apache-2.0

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

    /// Reads the arguments of a context, and into it what concerns every command.
    ///
    /// - Returns: `nil` where only the version is asked for.
    init?(parsing context: inout CommandContext) throws(UsageError) {
        try SealedPushCommandLine.requireNoSecret(context.arguments)
        var arguments = ArgumentReader(context.arguments, options: Self.options + SealedPushCommandLine.options)
        var operands: [String] = []
        var wantsVersion = false
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): operands.append(text)
            case .option(let option) where SealedPushCommandLine.options.contains(option):
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
        try seal.finish(operands, takesInput: isQueue)
    }

    private mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case Self.queue: isQueue = true
        case Self.dryRun: isRehearsal = true
        case Self.retryDead: triesDead = true
        case .json: asJSON = true
        case let other where SealOptions.options.contains(other): try seal.read(other, from: &arguments)
        default: try delivery.read(option, from: &arguments)
        }
    }

    func run(_ deliverers: Deliverers, in context: inout CommandContext) async throws(CommandError) -> ExitCode {
        let sealer = try seal.sealer(in: &context)
        let payload = isQueue && !seal.hasPayload ? nil : try seal.prepare(with: sealer, in: &context)
        // Without a home there is no store, and a queue may bring keys and addresses of its own.
        let store = try? context.openStore()
        let sink = ResultSink(context, asJSON: asJSON || isQueue)
        let courier = Courier(
            options: delivery,
            deliverers: deliverers,
            store: isRehearsal ? nil : store,
            now: context.now
        )
        let dispatcher = Dispatcher(courier, into: sink)
        let book = AddressBook(transport: delivery.transport, triesDead: triesDead)
        var failure: CommandError?
        do throws(CommandError) {
            if let payload, !isQueue {
                try await feed(dispatcher, payload, book, in: &context)
            } else {
                let queue = SendQueue(
                    book: book,
                    urgency: delivery.urgency,
                    sealer: sealer,
                    timeToLive: seal.timeToLive,
                    payload: payload
                )
                try await queue.feed(dispatcher, in: &context)
            }
        } catch {
            failure = error
        }
        // Where a list breaks off, what was read before it is sent all the same.
        await dispatcher.finish()
        let code = try sink.finish(isMany: isQueue || !seal.isForOne)
        if let failure { throw failure }
        return code
    }

    /// Sends to everybody who is named on the command line and in the list.
    private func feed(
        _ dispatcher: Dispatcher,
        _ payload: PreparedPayload,
        _ book: AddressBook,
        in context: inout CommandContext
    ) async throws(CommandError) {
        for name in seal.recipients {
            await send(name, refusal: nil, dispatcher, payload, book, in: &context)
        }
        guard let list = seal.list else { return }
        let lines = try RecipientList(list, in: context)
        while !dispatcher.sink.isBroken, let line = try lines.next() {
            await send(line.name, refusal: line.refusal, dispatcher, payload, book, in: &context)
        }
    }

    private func send(
        _ name: String,
        refusal: String?,
        _ dispatcher: Dispatcher,
        _ payload: PreparedPayload,
        _ book: AddressBook,
        in context: inout CommandContext
    ) async {
        let label = SendResult.Label(to: name)
        do throws(DeliveryFault) {
            if let refusal { throw DeliveryFault(.badData, "badLine", refusal) }
            let errand = Courier.Errand(
                label: label,
                addressee: try book.addressee(name, in: &context),
                payload: payload,
                urgency: delivery.urgency,
                messageID: seal.messageID ?? MessageID()
            )
            await dispatcher.send(errand)
        } catch {
            dispatcher.sink.add(SendResult(label: label, outcome: .failure(error)))
        }
    }
}
