// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// Requests and contents as bytes, read back with their classes checked.
enum Archive {
    static func encode(_ object: any NSSecureCoding) -> [UInt8]? {
        (try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)).map { [UInt8]($0) }
    }

    static func request(_ bytes: [UInt8]) -> UNNotificationRequest? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationRequest.self, from: Data(bytes))
    }

    static func content(_ bytes: [UInt8]) -> UNNotificationContent? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationContent.self, from: Data(bytes))
    }
}
