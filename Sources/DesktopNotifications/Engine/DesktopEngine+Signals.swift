// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// What the bus and the daemon say.
extension DesktopEngine {
    /// Why a notification was closed.
    private enum CloseReason {
        static let dismissed: UInt32 = 2
        static let closedByCall: UInt32 = 3
    }

    func take(_ message: BusMessage) {
        switch message.kind {
        case .answer(let number):
            guard let call = calls.removeValue(forKey: number) else { return }
            take(message, to: call, error: nil)
        case .refusal(let number, let error):
            guard let call = calls.removeValue(forKey: number) else { return }
            take(message, to: call, error: error)
        case .signal("org.freedesktop.DBus", "NameOwnerChanged") where message.sender == "org.freedesktop.DBus":
            guard let values = message.arguments("s", "s", "s"), values[0].string == DaemonName.wellKnown else {
                return
            }
            ownerChanged(to: values[2].string ?? "")
        case .signal(DaemonName.interface, let member):
            // Signals go to everybody, and anybody may send them: only the daemon's count, and of ours.
            guard message.sender == owner, let values = message.arguments("u"), let number = values[0].unsigned,
                let identifier = shown.identifier(of: number), let reference = shown.reference(for: identifier)
            else { return }
            take(member, Array(values.dropFirst()), identifier, reference)
        case .signal:
            break
        }
    }

    private func take(_ member: String, _ values: [BusValue], _ identifier: String, _ reference: DesktopReference) {
        switch (member, values.first) {
        case ("ActionInvoked", .string(ActionKeys.open)):
            finish(identifier, reference)
            emit(.opened(identifier: identifier))
        case ("ActionInvoked", .string(let key)):
            // The text field's button without a text says nothing.
            guard key != ActionKeys.reply, let action = reference.actions[key] else { return }
            finish(identifier, reference)
            emit(.acted(identifier: identifier, action: action, text: nil))
        case ("NotificationReplied", .string(let text)):
            guard let action = reference.actions[ActionKeys.reply] else { return }
            finish(identifier, reference)
            emit(.acted(identifier: identifier, action: action, text: text))
        case ("NotificationClosed", .unsigned(CloseReason.dismissed)):
            shown.remove(identifier)
            emit(.dismissed(identifier: identifier))
        case ("NotificationClosed", .unsigned(CloseReason.closedByCall)):
            shown.remove(identifier)
        case ("ActivationToken", .string(let token)):
            keepToken(token, for: identifier)
        default:
            // A notification that expired may still be in the desktop's list, and be clicked there.
            break
        }
    }

    /// A notification that was answered is gone, for us at once: some desktops call that dismissed, some leave it there.
    private func finish(_ identifier: String, _ reference: DesktopReference) {
        shown.remove(identifier)
        close(reference)
    }
}
