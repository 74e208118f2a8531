// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import SealedPushCore
package import UserNotifications

/// Content made of a payload, field by field as the system does it for a push in the clear.
///
/// A field with a value of the wrong type or out of range is left out: the rest is still worth showing.
package struct PayloadContent {
    private let payload: PushPayload

    package init(_ payload: PushPayload) { self.payload = payload }

    package var content: UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.userInfo = UserInfo.dictionary(payload)
        guard let aps = payload.aps else { return content }
        if let alert = aps["alert"] { addAlert(alert, to: content) }
        content.badge = aps["badge"].flatMap(badge)
        content.sound = aps["sound"].flatMap(sound)
        content.threadIdentifier = aps["thread-id"]?.string ?? ""
        content.categoryIdentifier = aps["category"]?.string ?? ""
        content.targetContentIdentifier = aps["target-content-id"]?.string
        content.interruptionLevel = (aps["interruption-level"]?.string).flatMap(level) ?? .active
        content.relevanceScore = aps["relevance-score"].flatMap(UserInfo.double).map { min(max($0, 0), 1) } ?? 0
        if let criteria = aps["filter-criteria"]?.string { content.filterCriteria = criteria }
        return content
    }

    private func addAlert(_ alert: JSONValue, to content: UNMutableNotificationContent) {
        if let text = alert.string {
            content.body = text
            return
        }
        content.title = text(of: alert, "title", key: "title-loc-key", arguments: "title-loc-args")
        content.subtitle = text(of: alert, "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args")
        content.body = text(of: alert, "body", key: "loc-key", arguments: "loc-args")
        content.launchImageName = alert["launch-image"]?.string ?? ""
    }

    private func text(of alert: JSONValue, _ plain: String, key: String, arguments: String) -> String {
        LocalizedText(
            plain: alert[plain]?.string,
            key: alert[key]?.string,
            arguments: alert[arguments]?.elements.compactMap(\.string) ?? []
        ).string
    }

    /// A whole number from 0 up, however it is spelled (`7`, `7.0`).
    private func badge(_ value: JSONValue) -> NSNumber? {
        guard let number = UserInfo.double(value), number >= 0, number <= Double(Int32.max), number == number.rounded()
        else { return nil }
        return NSNumber(value: Int(number))
    }

    private func sound(_ value: JSONValue) -> UNNotificationSound? {
        if let name = value.string { return name == "default" ? .default : UNNotificationSound(named: named(name)) }
        guard value.isObject else { return nil }
        let name = value["name"]?.string ?? "default"
        guard value["critical"].flatMap(UserInfo.double) == 1 else {
            return name == "default" ? .default : UNNotificationSound(named: named(name))
        }
        let volume = value["volume"].flatMap(UserInfo.double).map { Float(min(max($0, 0), 1)) }
        switch (name, volume) {
        case ("default", nil): return .defaultCritical
        case ("default", let volume?): return .defaultCriticalSound(withAudioVolume: volume)
        case (_, nil): return .criticalSoundNamed(named(name))
        case (_, let volume?): return .criticalSoundNamed(named(name), withAudioVolume: volume)
        }
    }

    private func named(_ name: String) -> UNNotificationSoundName { UNNotificationSoundName(name) }

    private func level(_ name: String) -> UNNotificationInterruptionLevel? {
        switch name {
        case "passive": .passive
        case "active": .active
        case "time-sensitive": .timeSensitive
        case "critical": .critical
        default: nil
        }
    }
}
