// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// Requests and contents as JSON, for the way between a host and an extension.
///
/// Not by `NSKeyedArchiver`, which writes nothing in a static executable on Linux.
enum MessageCoder {
    static func encode(_ request: UNNotificationRequest) -> [UInt8]? {
        bytes(["identifier": request.identifier, "content": object(request.content)])
    }

    static func encode(_ content: UNNotificationContent) -> [UInt8]? { bytes(object(content)) }

    static func request(_ bytes: [UInt8]) -> UNNotificationRequest? {
        guard let object = parse(bytes), let identifier = object["identifier"] as? String,
            let content = (object["content"] as? [String: Any]).flatMap(content)
        else { return nil }
        return UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: UNPushNotificationTrigger.make()
        )
    }

    static func content(_ bytes: [UInt8]) -> UNNotificationContent? { parse(bytes).flatMap(content) }

    // MARK: Content

    private static func object(_ content: UNNotificationContent) -> [String: Any] {
        var object: [String: Any] = [
            "title": content.title, "subtitle": content.subtitle, "body": content.body,
            "interruptionLevel": Int(content.interruptionLevel.rawValue),
            "relevanceScore": content.relevanceScore.isFinite ? content.relevanceScore : 0,
            "categoryIdentifier": content.categoryIdentifier, "threadIdentifier": content.threadIdentifier,
            "launchImageName": content.launchImageName, "userInfo": UserInfoCoder.encode(content.userInfo),
        ]
        if let badge = content.badge { object["badge"] = badge.intValue }
        if let sound = content.sound { object["sound"] = Self.object(sound) }
        if let identifier = content.targetContentIdentifier { object["targetContentIdentifier"] = identifier }
        if let criteria = content.filterCriteria { object["filterCriteria"] = criteria }
        return object
    }

    private static func content(_ object: [String: Any]) -> UNNotificationContent? {
        guard let title = object["title"] as? String, let subtitle = object["subtitle"] as? String,
            let body = object["body"] as? String
        else { return nil }
        let content = UNMutableNotificationContent()
        content.title = title
        content.subtitle = subtitle
        content.body = body
        content.badge = (object["badge"] as? Int).map { NSNumber(value: $0) }
        content.sound = (object["sound"] as? [String: Any]).map(sound)
        let level = (object["interruptionLevel"] as? Int).flatMap { UInt(exactly: $0) }
        content.interruptionLevel = level.flatMap(UNNotificationInterruptionLevel.init(rawValue:)) ?? .active
        content.relevanceScore = object["relevanceScore"] as? Double ?? 0
        content.categoryIdentifier = object["categoryIdentifier"] as? String ?? ""
        content.threadIdentifier = object["threadIdentifier"] as? String ?? ""
        content.launchImageName = object["launchImageName"] as? String ?? ""
        content.targetContentIdentifier = object["targetContentIdentifier"] as? String
        content.filterCriteria = object["filterCriteria"] as? String
        content.userInfo = (object["userInfo"]).flatMap(UserInfoCoder.decode) ?? [:]
        return content.copy() as? UNNotificationContent ?? content
    }

    // MARK: Sound

    private static func object(_ sound: UNNotificationSound) -> [String: Any] {
        var object: [String: Any] = ["critical": sound.kind.isCritical, "ringtone": sound.kind.isRingtone]
        if let name = sound.kind.name { object["name"] = name }
        if let volume = sound.kind.volume { object["volume"] = Double(volume) }
        return object
    }

    private static func sound(_ object: [String: Any]) -> UNNotificationSound {
        UNNotificationSound(
            UNNotificationSound.Kind(
                name: object["name"] as? String,
                isCritical: object["critical"] as? Bool ?? false,
                volume: (object["volume"] as? Double).map { Float($0) },
                isRingtone: object["ringtone"] as? Bool ?? false
            )
        )
    }

    // MARK: JSON

    private static func bytes(_ object: [String: Any]) -> [UInt8]? {
        guard JSONSerialization.isValidJSONObject(object) else { return nil }
        return (try? JSONSerialization.data(withJSONObject: object)).map { [UInt8]($0) }
    }

    private static func parse(_ bytes: [UInt8]) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
    }
}
