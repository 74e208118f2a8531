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
    var summaryArgument = ""
    var summaryArgumentCount = 1
    var userInfo: [AnyHashable: Any] = [:]
    var attachments: [UNNotificationAttachment] = []
    /// The texts that were made of a key; they say no more than the texts, so they have no part in equality.
    var localizations: [LocalizableField: LocalizationKey] = [:]
}

extension ContentFields: Hashable {
    static func == (left: ContentFields, right: ContentFields) -> Bool {
        left.title == right.title && left.subtitle == right.subtitle && left.body == right.body
            && left.badge == right.badge && left.sound == right.sound
            && left.interruptionLevel == right.interruptionLevel && left.relevanceScore == right.relevanceScore
            && left.categoryIdentifier == right.categoryIdentifier && left.threadIdentifier == right.threadIdentifier
            && left.targetContentIdentifier == right.targetContentIdentifier
            && left.summaryArgument == right.summaryArgument
            && left.summaryArgumentCount == right.summaryArgumentCount
            && left.filterCriteria == right.filterCriteria && left.launchImageName == right.launchImageName
            && left.attachments == right.attachments
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

// MARK: Archives

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
        static let attachments = "attachments"
        static let summaryArgument = "summaryArgument"
        static let summaryArgumentCount = "summaryArgumentCount"
        static let localizations = "localizations"
    }

    /// All values; `nil` where `userInfo` holds what no property list and no JSON can.
    var archive: [UInt8]? {
        var values: [AnyHashable: Any] = [
            Key.title: title, Key.subtitle: subtitle, Key.body: body,
            Key.interruptionLevel: Int(interruptionLevel.rawValue), Key.relevanceScore: relevanceScore,
            Key.category: categoryIdentifier, Key.thread: threadIdentifier, Key.launchImage: launchImageName,
            Key.userInfo: userInfo,
        ]
        values[Key.badge] = badge
        values[Key.sound] = sound?.kind.values
        values[Key.targetContent] = targetContentIdentifier
        values[Key.filterCriteria] = filterCriteria
        if !attachments.isEmpty { values[Key.attachments] = attachments.map(\.archiveValues) }
        if !summaryArgument.isEmpty { values[Key.summaryArgument] = summaryArgument }
        if summaryArgumentCount != 1 { values[Key.summaryArgumentCount] = summaryArgumentCount }
        if !localizations.isEmpty { values[Key.localizations] = localizationValues }
        return ValueCoding.encode(values)
    }

    /// Reads what `archive` holds; `nil` when it is something else.
    init?(archive: some Sequence<UInt8>) {
        guard let values = ValueCoding.decode(archive) as? [AnyHashable: Any],
            let title = values[Key.title] as? String, let subtitle = values[Key.subtitle] as? String,
            let body = values[Key.body] as? String, let category = values[Key.category] as? String,
            let thread = values[Key.thread] as? String, let launchImage = values[Key.launchImage] as? String,
            let number = values[Key.interruptionLevel] as? Int,
            let level = UInt(exactly: number).flatMap(UNNotificationInterruptionLevel.init),
            let relevance = values[Key.relevanceScore] as? Double,
            let userInfo = values[Key.userInfo] as? [AnyHashable: Any],
            let attachments = UNNotificationAttachment.list(archive: values[Key.attachments])
        else { return nil }
        self.title = title
        self.subtitle = subtitle
        self.body = body
        badge = values[Key.badge] as? NSNumber
        sound = (values[Key.sound] as? [AnyHashable: Any]).map { UNNotificationSound(UNNotificationSound.Kind($0)) }
        interruptionLevel = level
        relevanceScore = relevance
        categoryIdentifier = category
        threadIdentifier = thread
        targetContentIdentifier = values[Key.targetContent] as? String
        filterCriteria = values[Key.filterCriteria] as? String
        launchImageName = launchImage
        self.userInfo = userInfo
        self.attachments = attachments
        summaryArgument = values[Key.summaryArgument] as? String ?? ""
        summaryArgumentCount = values[Key.summaryArgumentCount] as? Int ?? 1
        localizations = Self.localizations(values[Key.localizations])
    }
}

extension UNNotificationContent {
    /// All values as bytes; `nil` where `userInfo` holds what no property list and no JSON can.
    package var archive: [UInt8]? { fields.archive }

    /// Reads what `archive` holds; `nil` when it is something else, and never a trap.
    package convenience init?(archive: some Sequence<UInt8>) {
        guard let fields = ContentFields(archive: archive) else { return nil }
        self.init(fields: fields)
    }
}

extension UNNotificationSound.Kind {
    private enum Key {
        static let name = "name"
        static let critical = "critical"
        static let volume = "volume"
        static let ringtone = "ringtone"
    }

    fileprivate var values: [AnyHashable: Any] {
        var values: [AnyHashable: Any] = [Key.critical: isCritical, Key.ringtone: isRingtone]
        values[Key.name] = name
        values[Key.volume] = volume.map { Double($0) }
        return values
    }

    fileprivate init(_ values: [AnyHashable: Any]) {
        self.init(
            name: values[Key.name] as? String,
            isCritical: values[Key.critical] as? Bool ?? false,
            volume: (values[Key.volume] as? Double).map { Float($0) },
            isRingtone: values[Key.ringtone] as? Bool ?? false
        )
    }
}
