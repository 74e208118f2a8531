// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushSender

/// What came of one push.
struct SendResult: Sendable {
    let label: Label
    var messageID: MessageID?
    var route: Route?
    var shortened: Shortened?
    let outcome: Result<DeliveryReceipt, DeliveryFault>

    /// What whoever asked for the push knows it by.
    struct Label: Sendable {
        /// The id that came with a line of a queue, as it was spelled there.
        var id: [UInt8]?
        /// After `to`.
        var to: String?
        /// The number of a line of a queue that came without an id, from 1.
        var line: Int?

        /// The same after a failure, of which the text after `to` may be the cause: a key or a card is not repeated.
        func shown(after fault: DeliveryFault) -> Label {
            var label = self
            let isKnown = fault.namesRecipient && fault.kind != "unknownRecipient"
            label.to = to.map { ShownName.disguise($0, isKnown: isKnown) ?? $0 }
            return label
        }
    }

    var isAccepted: Bool {
        if case .success = outcome { true } else { false }
    }

    var fault: DeliveryFault? {
        if case .failure(let fault) = outcome { fault } else { nil }
    }

    /// One line for scripts.
    var json: [UInt8] {
        var members: [(name: String, value: [UInt8])?] = [
            label.id.map { ("id", $0) },
            label.line.map { ("line", JSONComposer.text(UInt64(clamping: $0))) },
            label.to.map { ("to", JSONString.quote($0)) },
            messageID.map { ("messageID", JSONString.quote($0.description)) },
            route.map { ("via", JSONString.quote($0.transport.rawValue)) },
        ]
        switch outcome {
        case .success(let receipt):
            members += [
                ("status", JSONString.quote(receipt.plan == nil ? "accepted" : "planned")),
                receipt.plan.map { ("plan", JSONString.quote($0)) },
                receipt.plan == nil ? ("attempts", JSONComposer.text(UInt64(clamping: receipt.attempts))) : nil,
                receipt.uniqueID.map { ("uniqueID", JSONString.quote($0)) },
            ]
        case .failure(let fault):
            members += [("status", JSONString.quote("failed")), ("error", fault.json)]
        }
        return JSONComposer.object(members)
    }

    /// What is told with `-v`.
    func detail(_ receipt: DeliveryReceipt) -> String {
        let times = receipt.attempts == 1 ? "once" : "\(receipt.attempts) times"
        let console = receipt.uniqueID.map { ", in Apple's console as \($0)" } ?? ""
        return "\(PrintableText.escape(label.to ?? "")): sent \(times)\(console)"
    }

    /// One line for people, about a push that was accepted.
    func text(_ receipt: DeliveryReceipt) -> String {
        let name = PrintableText.escape(label.to ?? "")
        if let plan = receipt.plan { return "\(name): would send \(plan)" }
        return "\(name): accepted by \(route?.transport.rawValue ?? "") as \(messageID?.description ?? "")"
    }
}
