// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// `--queue`: takes pushes from standard input, a line of JSON each, until it ends or a signal says so.
struct SendQueue {
    /// How long after a stop the end of a line that was begun may take to come: whoever writes it is at it.
    static let lineGrace = Duration.seconds(2)

    let desk: SealingDesk
    let urgency: Urgency
    let stop: Stop

    /// Feeds a crew with what comes; each line has its answer in the sink, now or later.
    func feed(
        _ dispatcher: Dispatcher,
        _ seal: borrowing SealOptions,
        in context: inout CommandContext
    ) async throws(CommandError) {
        let reader = QueueReader(context.input, stop: stop.descriptor, grace: Self.lineGrace)
        while !dispatcher.sink.isBroken {
            switch await reader.next() {
            case .line(let number, let bytes):
                guard bytes.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
                await take(bytes, number, dispatcher, seal, in: &context)
            case .tooLong(let number):
                let problem = "more than \(QueueReader.maximumLength) bytes: that is no push"
                refuse(number, QueueLine(), DeliveryFault(.badData, "badLine", problem), dispatcher)
            case .brokenOff(let number):
                context.say(
                    "line \(number) of the queue was begun, and its end did not come within "
                        + "\(Self.lineGrace.components.seconds) seconds of the stop: it has no answer, and was not sent"
                )
            case .end:
                return
            case .failed(let number):
                throw CommandError(reading: FileError("read", "standard input", errno: number))
            }
        }
    }

    private func take(
        _ bytes: [UInt8],
        _ number: Int,
        _ dispatcher: Dispatcher,
        _ seal: borrowing SealOptions,
        in context: inout CommandContext
    ) async {
        var line = QueueLine()
        do throws(DeliveryFault) {
            try line.read(bytes)
            try desk.look(seal, in: &context)
            let errand = try errand(for: line, number, in: &context)
            await dispatcher.send(errand)
        } catch {
            refuse(number, line, error, dispatcher)
        }
    }

    private func refuse(_ number: Int, _ line: QueueLine, _ fault: DeliveryFault, _ dispatcher: Dispatcher) {
        let label = label(of: line, number).shown(after: fault)
        dispatcher.sink.add(SendResult(label: label, outcome: .failure(fault)))
    }

    /// By which its sender knows it again: its id, else its number.
    private func label(of line: QueueLine, _ number: Int) -> SendResult.Label {
        SendResult.Label(id: line.id, to: line.to, line: line.id == nil ? number : nil)
    }

    private func errand(
        for line: QueueLine,
        _ number: Int,
        in context: inout CommandContext
    ) throws(DeliveryFault) -> Courier.Errand {
        let addressee = try addressee(of: line, in: &context)
        let prepared = try desk.prepare(line.payload, timeToLive: line.timeToLive)
        var urgency = urgency
        urgency.collapseID = line.collapseID ?? urgency.collapseID
        urgency.priority = line.priority ?? urgency.priority
        return Courier.Errand(
            label: label(of: line, number),
            addressee: addressee,
            payload: prepared,
            urgency: urgency
        )
    }

    private func addressee(of line: QueueLine, in context: inout CommandContext) throws(DeliveryFault) -> Addressee {
        let name = line.to ?? ""
        guard let address = line.address else { return try desk.book.addressee(name, in: &context) }
        guard let route = Route(address, by: desk.book.transport) else {
            throw DeliveryFault(.badData, "noAddress", "address has no \(desk.book.transport?.rawValue ?? "")")
        }
        let recipient = try DeliveryFault.wrapping { () throws(CommandError) in
            try KeyArgument.recipient(name, in: &context)
        }
        return Addressee(recipient: recipient, route: route)
    }
}
