// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

/// Requests and contents as bytes, for the way between a host and an extension; what a host reads nobody vouches for.
///
/// Not by `NSKeyedArchiver`, which writes nothing in a static executable on Linux, and ends the process on bytes that are
/// not as it expects.
enum MessageCoder {
    /// A request as it is made of a push.
    static func encode(_ request: UNNotificationRequest) -> [UInt8]? {
        guard let content = request.content.archive else { return nil }
        let identifier = [UInt8](request.identifier.utf8)
        return (0..<4).map { UInt8(truncatingIfNeeded: identifier.count >> (24 - 8 * $0)) } + identifier + content
    }

    static func request(_ bytes: [UInt8]) -> UNNotificationRequest? {
        guard bytes.count >= 4 else { return nil }
        let rest = bytes[4...]
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= rest.count, let identifier = String(validating: rest.prefix(length), as: UTF8.self),
            let content = UNNotificationContent(archive: rest.dropFirst(length))
        else { return nil }
        return UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: UNPushNotificationTrigger.make()
        )
    }

    static func encode(_ content: UNNotificationContent) -> [UInt8]? { content.archive }

    static func content(_ bytes: [UInt8]) -> UNNotificationContent? { UNNotificationContent(archive: bytes) }
}
