// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import UserNotifications

/// An outer payload as the system reads it: leniently, field by field; what has the wrong type is not there.
package struct RemotePayload {
    private let object: [String: Any]

    /// `nil` when the payload is not a JSON object: the provider would not have taken it.
    package init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else { return nil }
        self.object = object
    }

    private var aps: [String: Any] { object["aps"] as? [String: Any] ?? [:] }
    private var alert: [String: Any] {
        if let text = aps["alert"] as? String { return ["body": text] }
        return aps["alert"] as? [String: Any] ?? [:]
    }

    /// Whether the push is for the service extension: the number 1, and nothing that resembles it.
    package var isMutable: Bool {
        guard let number = aps["mutable-content"] as? NSNumber else { return false }
        // `true` is an NSNumber as well; its C type tells.
        let isBool = unsafe String(cString: number.objCType) == "c"
        return number == 1 && !isBool
    }

    /// Whether the alert has a text, or the key of one.
    package var hasVisibleAlert: Bool {
        ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
            .contains { !((alert[$0] as? String) ?? "").isEmpty }
    }

    /// What the system shows of it when no extension changes it, and hands to an extension; `userInfo` is the whole payload.
    package var content: UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = text("title", key: "title-loc-key", arguments: "title-loc-args")
        content.subtitle = text("subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args")
        content.body = text("body", key: "loc-key", arguments: "loc-args")
        content.launchImageName = alert["launch-image"] as? String ?? ""
        content.badge = aps["badge"] as? NSNumber
        content.sound = sound
        content.threadIdentifier = aps["thread-id"] as? String ?? ""
        content.categoryIdentifier = aps["category"] as? String ?? ""
        content.targetContentIdentifier = aps["target-content-id"] as? String
        content.interruptionLevel = interruptionLevel
        content.relevanceScore = (aps["relevance-score"] as? NSNumber)?.doubleValue ?? 0
        content.filterCriteria = aps["filter-criteria"] as? String
        content.userInfo = object
        return content.copy() as? UNNotificationContent ?? content
    }

    private func text(_ plain: String, key: String, arguments: String) -> String {
        guard let key = alert[key] as? String else { return alert[plain] as? String ?? "" }
        let localized = NSString.localizedUserNotificationString(
            forKey: key,
            arguments: alert[arguments] as? [String] ?? []
        )
        // A key without a text says nothing to anyone where there is a plain one.
        return localized == key ? alert[plain] as? String ?? key : localized
    }

    private var sound: UNNotificationSound? {
        if let name = aps["sound"] as? String { return sound(named: name) }
        guard let sound = aps["sound"] as? [String: Any] else { return nil }
        let name = sound["name"] as? String ?? "default"
        guard (sound["critical"] as? NSNumber) == 1 else { return self.sound(named: name) }
        let volume = (sound["volume"] as? NSNumber)?.floatValue
        if name == "default" {
            return volume.map { .defaultCriticalSound(withAudioVolume: $0) } ?? .defaultCritical
        }
        let file = UNNotificationSoundName(name)
        return volume.map { .criticalSoundNamed(file, withAudioVolume: $0) } ?? .criticalSoundNamed(file)
    }

    private func sound(named name: String) -> UNNotificationSound {
        name == "default" ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
    }

    private var interruptionLevel: UNNotificationInterruptionLevel {
        switch aps["interruption-level"] as? String {
        case "passive": .passive
        case "time-sensitive": .timeSensitive
        case "critical": .critical
        default: .active
        }
    }
}
