// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// Notifications on their way to the screen, and off it.
extension DesktopEngine {
    func present(_ showing: Showing) {
        guard phase == .ready || holdUntil != nil else {
            answer(showing, .notNow)
            return
        }
        guard waiting.count < DesktopLimits.waiting else {
            hasRefusedForRoom = true
            answer(showing, .notNow)
            return
        }
        waiting.append(showing)
        sendWaiting()
    }

    /// Sends what may be sent, in order.
    func sendWaiting() {
        while phase == .ready, let owner, let next = waiting.first {
            let underWay = calls.values.compactMap(\.showing)
            // One identifier at a time: what the daemon calls the first is needed to replace it by the second.
            guard underWay.count < DesktopLimits.underWay,
                !underWay.contains(where: { $0.identifier == next.identifier })
            else { return }
            waiting.removeFirst()
            let call = NotifyCall(next.presentation, for: abilities, from: application)
            let arguments = call.arguments(replacing: replaced(next.presentation)?.number ?? 0)
            do throws(BusError) {
                try ask(.daemon(owner, "Notify", arguments), .notify(next, actions: call.actions.identifiers))
            } catch {
                // Where the connection is lost, reading says so too.
                refuse(next)
            }
        }
        guard phase == .ready, waiting.isEmpty, hasRefusedForRoom else { return }
        hasRefusedForRoom = false
        emit(.ready)
    }

    /// Gives one back that this daemon does not take, and asks for it again in a while.
    private func refuse(_ showing: Showing) {
        if retryAt == nil { retryAt = .now + times.retry.next() }
        answer(showing, .notNow)
    }

    func refuseWaiting() {
        let refused = waiting
        waiting = []
        hasRefusedForRoom = false
        for showing in refused { answer(showing, .notNow) }
    }

    func withdraw(_ notifications: [PresentedReference]) {
        for notification in notifications {
            let identifier = notification.identifier
            let unsent = waiting.filter { $0.identifier == identifier }
            waiting.removeAll { $0.identifier == identifier }
            for showing in unsent { answer(showing, .notNow) }
            // Who is told "not now" waits for this; where there is no daemon yet, it comes with one.
            if !unsent.isEmpty, phase == .ready { emit(.ready) }
            for (number, call) in calls where call.showing?.identifier == identifier {
                calls[number]?.isWithdrawn = true
            }
            let reference = shown.reference(for: identifier) ?? notification.reference.flatMap(DesktopReference.init)
            shown.remove(identifier)
            if let reference { close(reference) }
        }
        sendWaiting()
    }

    /// Takes a notification off the screen, if the daemon that shows it still runs.
    func close(_ reference: DesktopReference) {
        if let owner, reference.daemon == shown.daemon, reference.daemon.owner == owner, reference.daemon.bus == bus {
            // It is an error where the notification has gone already, and that is well. Where the connection is lost, reading
            // says so too.
            _ = try? connection?.send(.daemon(owner, "CloseNotification", [.unsigned(reference.number)]))
        } else if phase != .ready && phase != .silent, owedCloses.count < DesktopLimits.shown {
            owedCloses.append(reference)
        }
    }

    // MARK: Answers

    func take(
        _ answer: BusMessage,
        to showing: Showing,
        _ actions: [String: String],
        isWithdrawn: Bool,
        error: String?
    ) {
        guard error == nil, let daemon = shown.daemon, let number = answer.arguments("u")?.first?.unsigned, number > 0
        else {
            refuse(showing)
            sendWaiting()
            return
        }
        times.retry.reset()
        times.restart.reset()
        let reference = DesktopReference(daemon: daemon, number: number, actions: actions)
        let earlier = replaced(showing.presentation)
        shown.insert(reference, for: showing.identifier)
        // A daemon that did not replace it.
        if let earlier, earlier.number != number { close(earlier) }
        self.answer(showing, .shown(reference: reference.text))
        if isWithdrawn {
            shown.remove(showing.identifier)
            close(reference)
        }
        sendWaiting()
    }

    /// An answer that came after its notification was given back: it is shown again later, so this one goes.
    func takeLate(_ answer: BusMessage, _ identifier: String, age: UInt64) {
        guard let daemon = shown.daemon, let number = answer.arguments("u")?.first?.unsigned, number > 0 else { return }
        if shown.identifier(of: number) == identifier {
            // Shown again since, in the same place: then that is what stands there.
            guard let latest = shown.age(of: identifier), latest <= age else { return }
            shown.remove(identifier)
        }
        close(DesktopReference(daemon: daemon, number: number, actions: [:]))
    }

    /// Forgets the oldest calls that were given up, where there are too many.
    func forgetLate() {
        let late = calls.filter { if case .lateNotify = $0.value.purpose { true } else { false } }.keys.sorted()
        for number in late.dropLast(DesktopLimits.late) { calls[number] = nil }
    }

    /// What this daemon shows of the same request.
    private func replaced(_ presentation: Presentation) -> DesktopReference? {
        if let reference = shown.reference(for: presentation.identifier) { return reference }
        let reference = presentation.replacedReference.flatMap(DesktopReference.init)
        return reference?.daemon == shown.daemon ? reference : nil
    }
}
