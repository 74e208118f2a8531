// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender

/// Sends one push to everybody who is named on the command line and in a list, each once, until a signal says so.
struct Mailing {
    private let desk: SealingDesk
    private let urgency: Urgency
    private let stop: Stop
    private var seen = SeenRecipients()
    /// How many names stood for somebody who had been named before, and the first of them.
    private var repeated: (count: Int, first: String)?
    /// Whom the stop came before.
    private(set) var unsent: Unsent?

    init(_ desk: SealingDesk, _ urgency: Urgency, until stop: Stop) {
        self.desk = desk
        self.urgency = urgency
        self.stop = stop
    }

    /// What is worth a note about names that were given again.
    var note: String? {
        guard let repeated else { return nil }
        let shown = ShownName.disguise(repeated.first, isKnown: true) ?? "'\(ShownName.excerpt(repeated.first))'"
        return repeated.count == 1
            ? "\(shown) was given before, by this name or another, and is sent to once"
            : "\(repeated.count) were given before (\(shown) first), by these names or others, and each is sent to once"
    }

    /// Feeds a crew with a push for each; each that is taken has its answer in the sink, now or later.
    mutating func feed(
        _ dispatcher: Dispatcher,
        _ seal: borrowing SealOptions,
        in context: inout CommandContext
    ) async throws(CommandError) {
        for name in seal.recipients {
            guard unsent == nil else {
                leave(name)
                continue
            }
            if await !send(name, isTyped: true, dispatcher, seal, in: &context) { leaveTaken(name) }
        }
        guard let path = seal.list else { return }
        let file = try InputFile(path)
        let reader = ListReader(try RecipientList(path, in: context), until: stop)
        while unsent == nil {
            guard !dispatcher.sink.isBroken else { return }
            guard try await sendNext(of: reader, dispatcher, seal, in: &context) else { return }
        }
        await leaveRest(of: reader, file)
    }

    /// Sends to the next in a list.
    ///
    /// - Returns: Whether there may be more to it.
    private mutating func sendNext(
        of reader: ListReader,
        _ dispatcher: Dispatcher,
        _ seal: borrowing SealOptions,
        in context: inout CommandContext
    ) async throws(CommandError) -> Bool {
        switch await reader.next() {
        case .line(let name, let refusal):
            if refusal == nil, case .pem? = MisplacedText(name) {
                // What follows are the lines of the key, which nobody can tell from names.
                throw CommandError(
                    .badData,
                    "--to-file names a key or certificate itself: it must be a list of names, one a line"
                )
            }
            if let refusal {
                let fault = DeliveryFault(.badData, "badLine", refusal)
                dispatcher.sink.add(SendResult(label: SendResult.Label(to: name), outcome: .failure(fault)))
            } else if await !send(name, isTyped: false, dispatcher, seal, in: &context) {
                leaveTaken(name)
            }
        case .end: return false
        case .stopped: unsent = Unsent()
        case .failed(let error): throw error
        }
        return true
    }

    /// Sends to one.
    ///
    /// - Parameter isTyped: Whether somebody may just have typed the name, and is told what it looks like.
    /// - Returns: `false` where the stop came before.
    private mutating func send(
        _ name: String,
        isTyped: Bool,
        _ dispatcher: Dispatcher,
        _ seal: borrowing SealOptions,
        in context: inout CommandContext
    ) async -> Bool {
        guard !stop.hasCome else { return false }
        guard seen.insert(name: name) else {
            note(again: name)
            return true
        }
        let label = SendResult.Label(to: name)
        do throws(DeliveryFault) {
            try desk.look(seal, in: &context)
            let addressee = try desk.book.addressee(name, isTyped: isTyped, in: &context)
            guard seen.insert(addressee) else {
                note(again: name)
                return true
            }
            let errand = Courier.Errand(
                label: label,
                addressee: addressee,
                payload: try desk.prepare(),
                urgency: urgency,
                messageID: seal.messageID ?? MessageID()
            )
            return await dispatcher.send(errand) { stop.hasCome }
        } catch {
            dispatcher.sink.add(SendResult(label: label.shown(after: error), outcome: .failure(error)))
            return true
        }
    }

    private mutating func note(again name: String) {
        repeated = ((repeated?.count ?? 0) + 1, repeated?.first ?? name)
    }

    // MARK: After a stop

    /// Counts one who was looked at, and not sent to.
    private mutating func leaveTaken(_ name: String) {
        _ = seen.insert(name: name)
        unsent = unsent ?? Unsent()
        unsent?.add(name)
    }

    /// Counts one who was not looked at.
    private mutating func leave(_ name: String) {
        if seen.insert(name: name) { leaveTaken(name) }
    }

    /// Counts the rest of a list, as far as it is all there.
    private mutating func leaveRest(of reader: ListReader, _ file: InputFile) async {
        guard case .regular = file.kind else {
            unsent?.isCutShort = true
            return
        }
        while let name = await reader.nextLeft() { leave(name) }
        // The stop came behind the last line.
        if unsent?.count == 0 { unsent = nil }
    }
}
