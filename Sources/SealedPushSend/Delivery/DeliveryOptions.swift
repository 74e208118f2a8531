// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT

/// The options that say how sealed pushes are delivered.
struct DeliveryOptions: Sendable {
    private static let via = Option("--via", value: "apns|mqtt")
    private static let pushType = Option("--push-type", value: "alert|voip")
    private static let priority = Option("--priority", value: "10|5|1")
    private static let collapseID = Option("--collapse-id", value: "TEXT")
    private static let environment = Option("--environment", value: "NAME")
    private static let host = Option("--host", value: "HOST[:PORT]")
    private static let authorities = Option("--ca", value: "FILE")
    private static let timeout = Option("--timeout", value: "SECONDS")
    static let options =
        [via, pushType, priority, collapseID, environment, host, authorities, timeout]
        + APNsCredentialOptions.options + MQTTCredentialOptions.options

    /// Seconds that `--timeout` may name: nobody waits longer for one push.
    private static let timeouts = 1...3600

    private(set) var transport: Transport?
    private(set) var urgency = Urgency()
    private(set) var apns = APNsCredentialOptions()
    private(set) var mqtt = MQTTCredentialOptions()
    private var forcedEnvironment: PushAddress.APNs.Environment?
    private var gateway: APNsEnvironment?
    private var authorities: String?
    private var deadline: Duration?

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case Self.via:
            transport = try Self.choice(
                Transport.init(rawValue:),
                option,
                "apns or mqtt",
                try arguments.value(for: option)
            )
        case Self.pushType:
            let types: [String: APNsPushType] = ["alert": .alert, "voip": .voip]
            urgency.pushType = try Self.choice({ types[$0] }, option, "alert or voip", try arguments.value(for: option))
        case Self.priority:
            urgency.priority = try Self.choice(
                Self.priority(_:),
                option,
                "10, 5 or 1",
                try arguments.value(for: option)
            )
        case Self.collapseID: urgency.collapseID = try arguments.value(for: option)
        case Self.environment:
            forcedEnvironment = try Self.choice(
                PushAddress.APNs.Environment.init(rawValue:),
                option,
                "production or development",
                try arguments.value(for: option)
            )
        case Self.host: gateway = try Self.gateway(try arguments.value(for: option))
        case Self.authorities: authorities = try arguments.value(for: option)
        case Self.timeout:
            let text = try arguments.value(for: option)
            guard let seconds = Int(text), Self.timeouts.contains(seconds) else {
                throw UsageError("\(option.name) is a number of seconds from 1 to \(Self.timeouts.upperBound)")
            }
            deadline = .seconds(seconds)
        case let other where APNsCredentialOptions.options.contains(other): try apns.read(other, from: &arguments)
        default: try mqtt.read(option, from: &arguments)
        }
    }

    /// The number of a priority as APNs has it.
    static func priority(_ text: String) -> APNsPriority? {
        [APNsPriority.immediate, .powerAware, .lowest].first { $0.description == text }
    }

    private static func choice<Value>(
        _ make: (String) -> Value?,
        _ option: Option,
        _ allowed: String,
        _ text: String
    ) throws(UsageError) -> Value {
        guard let value = make(text) else {
            throw UsageError("\(option.name) is \(allowed), not '\(PrintableText.excerpt(text))'")
        }
        return value
    }

    private static func gateway(_ text: String) throws(UsageError) -> APNsEnvironment {
        let end = text.lastIndex(of: "]") ?? text.startIndex
        guard let colon = text[end...].lastIndex(of: ":") else { return APNsEnvironment(host: text) }
        guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            throw UsageError("--host is HOST or HOST:PORT, an IPv6 address in brackets")
        }
        return APNsEnvironment(host: String(text[..<colon]), port: port)
    }

    /// Whether an answer of APNs tells anything of the address: not where another environment than its own was asked.
    var keepsEnvironment: Bool { forcedEnvironment == nil }

    // MARK: Channels

    /// The service that serves a route.
    func channel(for route: Route) throws(DeliveryFault) -> Channel {
        switch route {
        case .apns(let address):
            let environment = forcedEnvironment ?? address.environment
            return .apns(gateway ?? (environment == .production ? .production : .development))
        case .mqtt(let address):
            do throws(MQTTError) {
                return .mqtt(try MQTTAddress(address).broker)
            } catch {
                throw DeliveryFault(error)
            }
        }
    }

    /// How to reach APNs.
    func configuration(
        _ environment: APNsEnvironment,
        _ credentials: APNsCredentials
    ) -> APNsClient.Configuration {
        var configuration = APNsClient.Configuration(environment: environment, credentials: credentials)
        configuration.certificateAuthorities = authorities
        if let deadline { configuration.retry.deadline = deadline }
        return configuration
    }

    /// How to reach a broker.
    func configuration(_ broker: MQTTBroker) -> MQTTConfiguration {
        var configuration = MQTTConfiguration(broker: broker, credentials: mqtt.credentials)
        // One option for both: a broker in the clear has no use for it.
        if broker.usesTLS { configuration.certificateAuthorities = authorities }
        return configuration
    }

    /// How long a broker is tried.
    var mqttRetry: MQTTRetryPolicy {
        var retry = MQTTRetryPolicy()
        if let deadline { retry.deadline = deadline }
        return retry
    }
}
