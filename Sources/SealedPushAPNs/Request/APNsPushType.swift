// SPDX-License-Identifier: Apache-2.0

/// What a push is for: the header `apns-push-type`, which must agree with the payload.
public struct APNsPushType: Hashable, Sendable, CustomStringConvertible {
    /// The word that is sent.
    public let rawValue: String

    /// Takes a type that this version does not know: 1…64 lower-case letters, digits and `-`; `nil` for everything else.
    public init?(rawValue: String) {
        let isPlain = rawValue.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isPlain, (1...64).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// Shows an alert, a badge or plays a sound; what a service extension may change, so every sealed push is one.
    public static let alert = APNsPushType("alert")
    /// Wakes the app without showing anything; priority 5 only.
    public static let background = APNsPushType("background")
    /// Asks for the device's location; not with a certificate.
    public static let location = APNsPushType("location")
    /// Announces a call; up to 5,120 bytes.
    public static let voip = APNsPushType("voip")
    /// Renews a complication on a watch.
    public static let complication = APNsPushType("complication")
    /// Tells of changes in a file provider.
    public static let fileProvider = APNsPushType("fileprovider")
    /// Calls a managed device to its server; the topic is the UID of the certificate.
    public static let mdm = APNsPushType("mdm")
    /// Starts, changes or ends a Live Activity; priority 5 or 10.
    public static let liveActivity = APNsPushType("liveactivity")
    /// Push to Talk; priority 10, and never stored.
    public static let pushToTalk = APNsPushType("pushtotalk")
    /// Renews widgets.
    public static let widgets = APNsPushType("widgets")
    /// Renews controls.
    public static let controls = APNsPushType("controls")

    /// The word.
    public var description: String { rawValue }

    /// What the topic has behind the app's bundle identifier.
    public var topicSuffix: String {
        switch self {
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileProvider: ".pushkit.fileprovider"
        case .liveActivity: ".push-type.liveactivity"
        case .pushToTalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        default: ""
        }
    }

    /// Bytes a payload may have: 5,120 for calls, else 4,096.
    public var maximumPayloadLength: Int { self == .voip ? 5_120 : 4_096 }

    /// The priorities APNs takes for it.
    var priorities: [APNsPriority] {
        switch self {
        case .background: [.powerAware]
        case .liveActivity: [.powerAware, .immediate]
        case .pushToTalk: [.immediate]
        default: [.lowest, .powerAware, .immediate]
        }
    }
}
