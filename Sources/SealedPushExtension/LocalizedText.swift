// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// A text of an alert: plain, or the key of one in the app's `Localizable.strings`.
struct LocalizedText {
    let plain: String?
    let key: String?
    let arguments: [String]

    /// The localised text; where both are given and the key has no text here, the plain one, since a key says nothing.
    var string: String {
        guard let key, !key.isEmpty else { return plain ?? "" }
        if let plain, !Self.isKnown(key) { return plain }
        return NSString.localizedUserNotificationString(forKey: key, arguments: arguments)
    }

    private static func isKnown(_ key: String) -> Bool {
        // A value that no table holds comes back only where there is no entry.
        let absent = "\u{0}absent"
        return Bundle.main.localizedString(forKey: key, value: absent, table: nil) != absent
    }
}
