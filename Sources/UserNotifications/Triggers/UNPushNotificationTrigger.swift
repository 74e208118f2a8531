// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The trigger of a remote notification; the system makes it.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    /// Made by whoever receives the push, never by an app.
    package static func make() -> UNPushNotificationTrigger { UNPushNotificationTrigger(repeats: false) }

    override init(repeats: Bool) { super.init(repeats: repeats) }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let archive = TriggerArchive(coder: coder), case .push = archive.kind else { return nil }
        super.init(repeats: archive.repeats)
    }
}
