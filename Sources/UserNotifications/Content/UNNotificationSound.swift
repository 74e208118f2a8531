// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is played when a notification is delivered.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding {
    /// What the sound is, for whoever plays it.
    package struct Kind: Hashable, Sendable {
        /// The file; `nil` for the system's own sound.
        package var name: String?
        /// Whether it is heard while the device is muted.
        package var isCritical: Bool
        /// 0…1; `nil` for the user's setting.
        package var volume: Float?
        /// Whether it rings like a call.
        package var isRingtone: Bool

        package init(name: String? = nil, isCritical: Bool = false, volume: Float? = nil, isRingtone: Bool = false) {
            self.name = name
            self.isCritical = isCritical
            self.volume = volume
            self.isRingtone = isRingtone
        }
    }

    package let kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
        super.init()
    }

    /// A sound file of the app: `Library/Sounds`, the shared container's, then the bundle.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(Kind(name: name.rawValue))
    }

    /// The system's sound.
    open class var `default`: UNNotificationSound { UNNotificationSound(Kind()) }

    /// The system's sound for critical alerts.
    open class var defaultCritical: UNNotificationSound { UNNotificationSound(Kind(isCritical: true)) }

    /// The system's ring tone.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(Kind(isRingtone: true)) }

    /// The system's sound for critical alerts at a volume of 0…1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(Kind(isCritical: true, volume: min(max(volume, 0), 1)))
    }

    /// A sound file for critical alerts.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(Kind(name: name.rawValue, isCritical: true))
    }

    /// A sound file for critical alerts at a volume of 0…1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(Kind(name: name.rawValue, isCritical: true, volume: min(max(volume, 0), 1)))
    }

    /// A sound file that rings like a call.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(Kind(name: name.rawValue, isRingtone: true))
    }

    /// Itself: a sound never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares file, volume and kind.
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.kind == kind }

    /// Follows `isEqual`.
    open override var hash: Int { kind.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value.
    public func encode(with coder: NSCoder) {
        coder.encode(kind.name.map { $0 as NSString }, forKey: "name")
        coder.encode(kind.isCritical, forKey: "critical")
        coder.encode(kind.volume.map { NSNumber(value: $0) }, forKey: "volume")
        coder.encode(kind.isRingtone, forKey: "ringtone")
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        kind = Kind(
            name: coder.decodeObject(of: NSString.self, forKey: "name").map { String(describing: $0) },
            isCritical: coder.decodeBool(forKey: "critical"),
            volume: coder.decodeObject(of: NSNumber.self, forKey: "volume")?.floatValue,
            isRingtone: coder.decodeBool(forKey: "ringtone")
        )
        super.init()
    }
}
