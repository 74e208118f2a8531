// SPDX-License-Identifier: Apache-2.0

/// Where pushes for a card's holder go; the holder's own claim.
public struct PushAddress: Hashable, Sendable {
    /// An app on an Apple device.
    public struct APNs: Hashable, Sendable {
        /// Which of Apple's two environments a token belongs to.
        public enum Environment: String, Sendable {
            /// Builds from Xcode.
            case development
            /// TestFlight and the App Store.
            case production
        }

        /// The device token in hex, of any length.
        public let token: String
        /// The app's bundle identifier.
        public let topic: String
        /// Where the token is good.
        public let environment: Environment

        /// `nil` unless the token is hex with two digits a byte and the topic has 1…255 printable ASCII characters.
        public init?(token: String, topic: String, environment: Environment) {
            guard !token.isEmpty, token.utf8.count % 2 == 0, token.utf8.allSatisfy({ Hex.value($0) != nil }),
                PushAddress.isPlain(topic)
            else { return nil }
            self.token = token
            self.topic = topic
            self.environment = environment
        }
    }

    /// A topic at an MQTT broker.
    public struct MQTT: Hashable, Sendable {
        /// `mqtts://host…`, or another scheme that brokers are reached by; without user or password.
        public let url: String
        /// The topic published to.
        public let topic: String

        /// `nil` for a URL without scheme or host, or with user information, and for an empty topic.
        public init?(url: String, topic: String) {
            guard PushAddress.isPlain(url), let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://"),
                Self.isScheme(url[..<colon]), (1...65_535).contains(topic.utf8.count)
            else { return nil }
            let authority = url[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
            guard let first = authority.first, first != ":", !authority.contains("@") else { return nil }
            self.url = url
            self.topic = topic
        }

        /// A letter, then letters, digits and `+-.`; the text is ASCII.
        private static func isScheme(_ text: Substring) -> Bool {
            guard let first = text.first, first.isLetter else { return false }
            return text.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        }
    }

    /// The app, where the card names one.
    public var apns: APNs?
    /// The broker, where the card names one.
    public var mqtt: MQTT?

    /// Takes either, both or none.
    public init(apns: APNs? = nil, mqtt: MQTT? = nil) {
        self.apns = apns
        self.mqtt = mqtt
    }

    /// 1…255 characters of ASCII without spaces: what goes into a header or a URL as it stands.
    private static func isPlain(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

extension PushAddress {
    /// Reads the member of a card; transports it does not know are left aside.
    init(_ value: JSONValue) throws(KeyError) {
        guard value.isObject else {
            throw KeyError(.malformed, "card: address is \(value.kindName), expected an object")
        }
        if let member = value["apns"] {
            guard let token = member["token"]?.string, let topic = member["topic"]?.string,
                let environment = (member["environment"]?.string).flatMap(APNs.Environment.init(rawValue:)),
                let address = APNs(token: token, topic: topic, environment: environment)
            else {
                throw KeyError(.malformed, "card: address.apns is not a token in hex, a topic and an environment")
            }
            apns = address
        }
        if let member = value["mqtt"] {
            guard let url = member["url"]?.string, let topic = member["topic"]?.string,
                let address = MQTT(url: url, topic: topic)
            else {
                throw KeyError(
                    .malformed,
                    "card: address.mqtt is not a URL without user information, and a topic"
                )
            }
            mqtt = address
        }
    }

    package var json: [UInt8] {
        JSONComposer.object([
            apns.map {
                (
                    "apns",
                    JSONComposer.object([
                        ("token", JSONString.quote($0.token)), ("topic", JSONString.quote($0.topic)),
                        ("environment", JSONString.quote($0.environment.rawValue)),
                    ])
                )
            },
            mqtt.map {
                (
                    "mqtt",
                    JSONComposer.object([("url", JSONString.quote($0.url)), ("topic", JSONString.quote($0.topic))])
                )
            },
        ])
    }
}
