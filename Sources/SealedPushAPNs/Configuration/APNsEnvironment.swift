// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Which of Apple's two services a client talks to; a device token is good for one of them.
public struct APNsEnvironment: Hashable, Sendable, CustomStringConvertible {
    /// The host to connect to.
    public let host: String
    /// The TCP port to connect to.
    public var port: UInt16

    /// For TestFlight and the App Store.
    public static let production = APNsEnvironment(host: "api.push.apple.com")
    /// For builds from Xcode, which Apple also calls the sandbox.
    public static let development = APNsEnvironment(host: "api.sandbox.push.apple.com")

    /// The port that firewalls may leave open where they close 443 to other traffic.
    public static let alternatePort: UInt16 = 2197

    /// Takes a host of one's own, for tests and gateways.
    ///
    /// - Parameters:
    ///   - host: A name or an IPv4 address; an IPv6 address in brackets.
    ///   - port: 443, unless said otherwise.
    public init(host: String, port: UInt16 = 443) {
        self.host = host
        self.port = port
    }

    /// The same service at its other port, `alternatePort`.
    public var atAlternatePort: APNsEnvironment { APNsEnvironment(host: host, port: Self.alternatePort) }

    /// Host and port.
    public var description: String { "\(PrintableText.excerpt(host)):\(port)" }

    /// Where to connect to.
    var baseURL: String { "https://\(host):\(port)/" }

    /// What every request calls the host (RFC 9113 section 8.3.1).
    var authority: String { port == 443 ? host : "\(host):\(port)" }

    func check() throws(APNsError) {
        // What may stand between "https://" and the port, so that no host turns into a user name or a path.
        let isPlain = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_:[]".utf8.contains(byte)
        }
        guard isPlain, (1...253).contains(host.utf8.count), port > 0 else {
            throw APNsError(.badConfiguration, "\(self) is no host and port to connect to")
        }
    }
}
