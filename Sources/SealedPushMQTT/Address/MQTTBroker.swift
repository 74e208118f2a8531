// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where a broker listens: `mqtts://host` or `mqtt://host`, with a port where it is not the usual one.
public struct MQTTBroker: Hashable, Sendable, CustomStringConvertible {
    /// The port of `mqtt`, by IANA.
    public static let plainPort: UInt16 = 1883
    /// The port of `mqtts`, by IANA.
    public static let securePort: UInt16 = 8883
    /// Characters of a name in the DNS at most.
    private static let maximumHostLength = 253

    /// A name or an address, an IPv6 one without brackets.
    public let host: String
    /// The TCP port.
    public let port: UInt16
    /// Whether the connection is under TLS: the scheme is `mqtts`.
    public let usesTLS: Bool

    /// Scheme, host and port; what errors call the broker by.
    public var description: String {
        "\(usesTLS ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Reads an address as it stands in a card.
    ///
    /// - Throws: `MQTTError.Code.badAddress` for another scheme, user information, a path, a query.
    public init(url: some StringProtocol) throws(MQTTError) {
        let place = PrintableText.excerpt(url)
        guard let separator = url.firstRange(of: "://") else {
            throw MQTTError(.badAddress, "\(Self.hiding(url)) is not the address of a broker, expected mqtts://host")
        }
        usesTLS = try Self.isSecure(scheme: url[..<separator.lowerBound].lowercased())
        var authority = url[separator.upperBound...]
        // Before anything of it is shown: what stands there may be a password.
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw MQTTError(
                .badAddress,
                "the address of a broker has user information in it: a user name belongs into the configuration, a "
                    + "password into a file of mode 0600"
            )
        }
        if authority.hasSuffix("/") { authority.removeLast() }
        guard !authority.contains(where: { "/?#".contains($0) }) else {
            throw MQTTError(.badAddress, "\(place) has more than a host and a port, which MQTT has no use for")
        }
        let (host, port) = try Self.split(authority, place)
        guard Self.isHost(host) else {
            throw MQTTError(.badAddress, "\(place) has no host that could be connected to")
        }
        self.host = String(host)
        guard let port else {
            self.port = usesTLS ? Self.securePort : Self.plainPort
            return
        }
        guard let number = UInt16(port), number > 0, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw MQTTError(.badAddress, "\(place) has a port that is not a number from 1 to 65,535")
        }
        self.port = number
    }

    private static func isSecure(scheme: String) throws(MQTTError) -> Bool {
        switch scheme {
        case "mqtts": return true
        case "mqtt": return false
        case "ws", "wss":
            throw MQTTError(.badAddress, "MQTT over WebSocket (\(scheme)) is not supported, only mqtts and mqtt")
        default:
            throw MQTTError(
                .badAddress,
                "\(PrintableText.excerpt(scheme)) is not a scheme of MQTT, only mqtts and mqtt are"
            )
        }
    }

    /// Host, without the brackets of an IPv6 address, and the text of the port.
    private static func split<Text: StringProtocol>(
        _ authority: Text,
        _ place: String
    ) throws(MQTTError) -> (Text.SubSequence, Text.SubSequence?) {
        var host = authority[...]
        var port: Text.SubSequence?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else {
                throw MQTTError(.badAddress, "\(place) has '[' without ']'")
            }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.first == ":", host.contains(":") else {
                throw MQTTError(.badAddress, "\(place) has something else than an IPv6 address in brackets")
            }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        return (host, port)
    }

    /// Letters, digits and what else names and addresses are made of; the resolver has the last word.
    private static func isHost(_ text: some StringProtocol) -> Bool {
        let isAddress = text.contains(":")
        return (1...maximumHostLength).contains(text.utf8.count) && text.first != "-"
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_".utf8.contains(byte)
                    || isAddress && ":%".utf8.contains(byte)
            }
    }

    /// What may be shown of a text that is no address at all: with an `@` it may hold a password.
    private static func hiding(_ text: some StringProtocol) -> String {
        text.utf8.contains(UInt8(ascii: "@")) ? "this" : PrintableText.excerpt(text)
    }
}
