// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender
internal import SealedPushStore

/// Finds whom pushes are for and prepares them; what it has from the store it keeps until the store is another.
///
/// A worker runs for weeks: a signer that is revoked meanwhile signs nothing more, and a contact's newer card counts at once.
final class SealingDesk {
    let book: AddressBook
    private let payload: PushPayload?
    private let timeToLive: UInt32
    /// Bytes that a push may have, where that is another number than usual.
    private let limit: Int?
    private let signsFromStore: Bool
    private var sealer: Result<Sealer, DeliveryFault>
    /// The payload of the command line, sealed with its own time to live.
    private var prepared: Result<PreparedPayload, DeliveryFault>?
    /// What SQLite counts up with each change that others make.
    private var version: Int64?

    /// - Parameters:
    ///   - seal: Who signs, and what.
    ///   - book: The store's addresses.
    ///   - limit: Bytes that a push may have; `nil` where the options say it.
    ///   - hasPayload: Whether there is a payload beside those of a queue.
    ///   - signsFromStore: Whether the store says who signs, and may say otherwise later.
    ///   - context: Everything that it reaches of the world.
    init(
        _ seal: borrowing SealOptions,
        _ book: AddressBook,
        limit: Int?,
        hasPayload: Bool,
        signsFromStore: Bool,
        in context: inout CommandContext
    ) throws(CommandError) {
        self.book = book
        self.limit = limit
        self.signsFromStore = signsFromStore
        timeToLive = seal.timeToLive
        // Before anything else is read, so that no change falls in between.
        version = try? Self.version(in: &context)
        let sealer = try Self.sealer(seal, limit, in: &context)
        self.sealer = .success(sealer)
        payload = hasPayload ? try seal.payload(in: &context) : nil
        guard let payload else { return }
        let first = try SealOptions.prepare(payload, timeToLive, with: sealer)
        for note in first.notes { context.note(note) }
        prepared = .success(first)
    }

    private static func sealer(
        _ seal: borrowing SealOptions,
        _ limit: Int?,
        in context: inout CommandContext
    ) throws(CommandError) -> Sealer {
        do throws(CommandError) {
            var sealer = try seal.sealer(in: &context)
            if let limit { sealer.limit = limit }
            return sealer
        } catch {
            guard error.code == .usage, let message = error.message, message.hasPrefix("who sends?") else {
                throw error
            }
            throw nobodySigns(message, in: &context) ?? error
        }
    }

    /// What is to be done where there is no signer to choose from; `nil` where there are several.
    private static func nobodySigns(_ message: String, in context: inout CommandContext) -> CommandError? {
        guard let store = try? context.openStore(), let exists = try? store.exists() else { return nil }
        guard exists else {
            return CommandError(
                .inputMissing,
                "who sends? the key store \(PrintableText.escape(store.path)) does not exist: name another with "
                    + "--store FILE, or make a signer with 'sealedpush key new signer NAME'"
            )
        }
        guard !message.contains("the store has") else { return nil }
        return CommandError(
            .usage,
            message + "; the store has no signer: make one with 'sealedpush key new signer NAME'"
        )
    }

    // MARK: The store

    /// Forgets what was found in the store, where anybody has changed it since; before each push.
    func look(_ seal: borrowing SealOptions, in context: inout CommandContext) throws(DeliveryFault) {
        // Without a home there is no store: a queue that brings keys and addresses of its own needs none.
        guard (try? context.openStore()) != nil else { return }
        let found = try DeliveryFault.wrapping { () throws(CommandError) in try Self.version(in: &context) }
        guard found != version else { return }
        version = found
        book.forget()
        guard signsFromStore else { return }
        do throws(CommandError) {
            sealer = .success(try Self.sealer(seal, limit, in: &context))
        } catch {
            sealer = .failure(DeliveryFault(error))
            // The next push asks again: the store may only have been held by another program.
            version = nil
        }
        prepared = nil
    }

    private static func version(in context: inout CommandContext) throws(CommandError) -> Int64? {
        let store = try context.openStore()
        do throws(StoreError) {
            var row = try store.rows("PRAGMA data_version", []).first
            return try row?.integer()
        } catch {
            throw CommandError(error)
        }
    }

    // MARK: Payloads

    /// The payload of the command line.
    func prepare() throws(DeliveryFault) -> PreparedPayload {
        if let prepared { return try prepared.get() }
        let made = Result { () throws(DeliveryFault) in try prepare(nil, timeToLive: nil) }
        prepared = made
        return try made.get()
    }

    /// A payload of a line, else that of the command line, with a time to live of its own.
    func prepare(_ own: PushPayload?, timeToLive seconds: UInt32?) throws(DeliveryFault) -> PreparedPayload {
        guard let payload = own ?? payload else {
            throw DeliveryFault(.badData, "badData", "payload is missing: what is to be sent?")
        }
        if own == nil, seconds == nil, let prepared { return try prepared.get() }
        let sealer = try sealer.get()
        return try DeliveryFault.wrapping { () throws(CommandError) in
            try SealOptions.prepare(payload, seconds ?? timeToLive, with: sealer)
        }
    }
}
