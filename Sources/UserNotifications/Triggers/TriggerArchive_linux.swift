// SPDX-License-Identifier: Apache-2.0

internal import CoreLocation
internal import Foundation

/// The values of a trigger of any kind.
struct TriggerArchive {
    enum Kind {
        case push
        case timeInterval(TimeInterval)
        case calendar(DateComponents)
        case location(CLCircularRegion)
    }

    let kind: Kind
    let repeats: Bool

    /// `nil` for a trigger of another kind.
    init?(_ trigger: UNNotificationTrigger) {
        repeats = trigger.repeats
        switch trigger {
        case is UNPushNotificationTrigger: kind = .push
        case let trigger as UNTimeIntervalNotificationTrigger: kind = .timeInterval(trigger.timeInterval)
        case let trigger as UNCalendarNotificationTrigger: kind = .calendar(trigger.dateComponents)
        case let trigger as UNLocationNotificationTrigger:
            guard let region = trigger.region as? CLCircularRegion else { return nil }
            kind = .location(region)
        default: return nil
        }
    }
}

// MARK: Bytes

extension TriggerArchive {
    private enum Key {
        static let repeats = "repeats"
        static let push = "push"
        static let timeInterval = "timeInterval"
        static let dateComponents = "dateComponents"
        static let region = "region"
    }

    /// `nil` where a calendar is of a kind that has no name.
    var bytes: [UInt8]? {
        var values: [AnyHashable: Any] = [Key.repeats: repeats]
        switch kind {
        case .push: values[Key.push] = true
        case .timeInterval(let interval): values[Key.timeInterval] = interval
        case .calendar(let components):
            guard let components = components.archiveValues else { return nil }
            values[Key.dateComponents] = components
        case .location(let region): values[Key.region] = region.archiveValues
        }
        return ValueCoding.encode(values)
    }

    /// Reads what `bytes` holds; `nil` when it is something else, and never a trap.
    init?(_ bytes: some Sequence<UInt8>) {
        guard let values = ValueCoding.decode(bytes) as? [AnyHashable: Any], values.count == 2,
            let repeats = values[Key.repeats] as? Bool
        else { return nil }
        self.repeats = repeats
        if values[Key.push] as? Bool == true, !repeats {
            kind = .push
        } else if let interval = values[Key.timeInterval] as? Double,
            UNTimeIntervalNotificationTrigger.error(interval, repeats: repeats) == nil
        {
            kind = .timeInterval(interval)
        } else if let components = (values[Key.dateComponents] as? [AnyHashable: Any]).flatMap(DateComponents.init) {
            kind = .calendar(components)
        } else if let region = (values[Key.region] as? [AnyHashable: Any]).flatMap(CLCircularRegion.init) {
            kind = .location(region)
        } else {
            return nil
        }
    }
}

// MARK: Coders

extension TriggerArchive {
    private static let coderKey = "trigger"

    func encode(with coder: NSCoder) {
        guard let bytes else { return }
        coder.encode(NSData(data: Data(bytes)), forKey: Self.coderKey)
    }

    init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.coderKey) else { return nil }
        self.init(Data(referencing: data))
    }
}

extension UNNotificationTrigger {
    /// All values as bytes; `nil` where a region or a calendar is of a kind that has no name.
    package var archive: [UInt8]? { TriggerArchive(self)?.bytes }

    /// Reads what `archive` holds; `nil` when it is something else, and never a trap.
    package static func trigger(archive: some Sequence<UInt8>) -> UNNotificationTrigger? {
        guard let archive = TriggerArchive(archive) else { return nil }
        return switch archive.kind {
        case .push: UNPushNotificationTrigger.make()
        case .timeInterval(let interval):
            UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: archive.repeats)
        case .calendar(let components):
            UNCalendarNotificationTrigger(dateMatching: components, repeats: archive.repeats)
        case .location(let region): UNLocationNotificationTrigger(region: region, repeats: archive.repeats)
        }
    }
}
