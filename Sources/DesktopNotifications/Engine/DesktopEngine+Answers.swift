// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// What follows from an answer, and from none.
extension DesktopEngine {
    private enum ErrorName {
        static let unknownService = "org.freedesktop.DBus.Error.ServiceUnknown"
    }

    /// Takes an answer, or the name of the error that came in place of one.
    func take(_ answer: BusMessage, to call: AwaitedCall, error: String?) {
        switch call.purpose {
        case .busIdentifier:
            guard error == nil, let identifier = answer.arguments("s")?.first?.string else {
                disconnect(BusError("the bus does not tell its identifier"))
                return
            }
            bus = identifier
            times.reconnect.reset()
        case .owner:
            if let name = answer.arguments("s")?.first?.string, error == nil {
                ownerChanged(to: name)
            } else if phase == .connecting {
                startDaemon()
            } else if phase == .starting {
                // It was there for a moment.
                beAbsent(startingAgain: true)
            }
        case .start:
            guard owner == nil, phase == .starting else { return }
            if error == nil {
                // Or the signal comes first.
                send(.bus("GetNameOwner", .string(DaemonName.wellKnown)), .owner)
            } else {
                beAbsent(startingAgain: error != ErrorName.unknownService)
            }
        case .capabilities:
            guard owner == answer.sender else {
                // The bus waits no longer for the daemon, which it would for days.
                disconnect(BusError("the notification daemon does not answer"))
                return
            }
            abilities = DaemonAbilities(capabilities: answer.arguments("as")?.first?.strings ?? [])
            beReady()
        case .probe:
            if phase == .silent, answer.sender == owner { beReady() }
        case .notify(let showing, let actions):
            take(answer, to: showing, actions, isWithdrawn: call.isWithdrawn, error: error)
        case .lateNotify(let identifier, let age):
            if error == nil { takeLate(answer, identifier, age: age) }
            if phase == .silent, answer.sender == owner { beReady() }
        }
    }

    /// Its time is over.
    func giveUp(_ number: UInt64) {
        guard var call = calls[number] else { return }
        call.deadline = nil
        switch call.purpose {
        case .busIdentifier, .owner:
            disconnect(BusError("the bus does not answer"))
        case .start:
            // It may come yet, and then says so.
            calls[number] = nil
            if phase == .starting { beAbsent(startingAgain: true) }
        case .capabilities, .probe:
            calls[number] = call
            beSilent()
        case .notify(let showing, _):
            call.purpose = .lateNotify(identifier: showing.identifier, age: shown.lastAge)
            calls[number] = call
            forgetLate()
            answer(showing, .notNow)
            beSilent()
        case .lateNotify:
            break
        }
    }
}
