// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values behind a content object; copying it is what gives content its copy semantics.
struct ContentFields {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var targetContentIdentifier: String?
    var filterCriteria: String?
    var launchImageName = ""
    var userInfo: [AnyHashable: Any] = [:]
}

extension ContentFields: Hashable {
    static func == (left: ContentFields, right: ContentFields) -> Bool {
        left.title == right.title && left.subtitle == right.subtitle && left.body == right.body
            && left.badge == right.badge && left.sound == right.sound
            && left.interruptionLevel == right.interruptionLevel && left.relevanceScore == right.relevanceScore
            && left.categoryIdentifier == right.categoryIdentifier && left.threadIdentifier == right.threadIdentifier
            && left.targetContentIdentifier == right.targetContentIdentifier
            && left.filterCriteria == right.filterCriteria && left.launchImageName == right.launchImageName
            && NSDictionary(dictionary: left.userInfo).isEqual(to: right.userInfo)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(subtitle)
        hasher.combine(body)
        hasher.combine(categoryIdentifier)
        hasher.combine(threadIdentifier)
    }
}

extension ContentFields {
    private enum Key {
        static let title = "title"
        static let subtitle = "subtitle"
        static let body = "body"
        static let badge = "badge"
        static let sound = "sound"
        static let interruptionLevel = "interruptionLevel"
        static let relevanceScore = "relevanceScore"
        static let category = "categoryIdentifier"
        static let thread = "threadIdentifier"
        static let targetContent = "targetContentIdentifier"
        static let filterCriteria = "filterCriteria"
        static let launchImage = "launchImageName"
        static let userInfo = "userInfo"
    }

    /// What a property list and JSON are made of: all that `userInfo` can hold.
    private static let userInfoClasses: [AnyClass] = [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSNull.self, NSData.self, NSDate.self,
    ]

    func encode(with coder: NSCoder) {
        coder.encode(title as NSString, forKey: Key.title)
        coder.encode(subtitle as NSString, forKey: Key.subtitle)
        coder.encode(body as NSString, forKey: Key.body)
        coder.encode(badge, forKey: Key.badge)
        coder.encode(sound, forKey: Key.sound)
        coder.encode(Int(interruptionLevel.rawValue), forKey: Key.interruptionLevel)
        coder.encode(relevanceScore, forKey: Key.relevanceScore)
        coder.encode(categoryIdentifier as NSString, forKey: Key.category)
        coder.encode(threadIdentifier as NSString, forKey: Key.thread)
        coder.encode(targetContentIdentifier.map { $0 as NSString }, forKey: Key.targetContent)
        coder.encode(filterCriteria.map { $0 as NSString }, forKey: Key.filterCriteria)
        coder.encode(launchImageName as NSString, forKey: Key.launchImage)
        coder.encode(NSDictionary(dictionary: userInfo), forKey: Key.userInfo)
    }

    init?(coder: NSCoder) {
        func text(_ key: String) -> String? {
            coder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
        }
        guard let title = text(Key.title), let subtitle = text(Key.subtitle), let body = text(Key.body),
            let category = text(Key.category), let thread = text(Key.thread), let launchImage = text(Key.launchImage),
            let level = UNNotificationInterruptionLevel(
                rawValue: UInt(clamping: coder.decodeInteger(forKey: Key.interruptionLevel))
            ),
            let userInfo = coder.decodeObject(of: Self.userInfoClasses, forKey: Key.userInfo) as? [AnyHashable: Any]
        else { return nil }
        self.title = title
        self.subtitle = subtitle
        self.body = body
        badge = coder.decodeObject(of: NSNumber.self, forKey: Key.badge)
        sound = coder.decodeObject(of: UNNotificationSound.self, forKey: Key.sound)
        interruptionLevel = level
        relevanceScore = coder.decodeDouble(forKey: Key.relevanceScore)
        categoryIdentifier = category
        threadIdentifier = thread
        targetContentIdentifier = text(Key.targetContent)
        filterCriteria = text(Key.filterCriteria)
        launchImageName = launchImage
        self.userInfo = userInfo
    }
}
