// SPDX-License-Identifier: Apache-2.0

internal import Glibc
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
    private static let timeout = Option("--timeout", value: "DURATION")
    static let options =
        [via, pushType, priority, collapseID, environment, host, authorities, timeout]
        + APNsCredentialOptions.options + MQTTCredentialOptions.options

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
        case Self.authorities:
            let text = try arguments.value(for: option)
            try MisplacedText.check(text, in: option.name)
            authorities = text
        case Self.timeout: deadline = try TimeLimit.duration(try arguments.value(for: option), of: option)
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
        let colon = text[end...].lastIndex(of: ":")
        let host = String(text[..<(colon ?? text.endIndex)])
        var environment = APNsEnvironment(host: host)
        if let colon {
            guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else { throw noHost }
            environment.port = port
        }
        // Outside brackets a colon stands before the port alone: an address without them would be cut at its last.
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 2
        guard !host.isEmpty, isBracketed || !host.contains(where: { "[]:".contains($0) }) else { throw noHost }
        return environment
    }

    private static let noHost = UsageError("--host is HOST or HOST:PORT, an IPv6 address in brackets: [::1]:443")

    // MARK: Channels

    /// Checks the files that are the same for every service.
    func checkFiles() throws(DeliveryFault) {
        guard let authorities else { return }
        try DeliveryFault.reading { () throws(CommandError) in try Self.checkAuthorities(authorities) }
    }

    /// The system's own bundle has some hundred thousand bytes.
    private static let maximumAuthorities = 4_194_304

    private static func checkAuthorities(_ path: String) throws(CommandError) {
        let file = try InputFile(path)
        if path == "-" { try file.requireLasting() }
        // What can be read once is left to whoever reads it.
        guard case .regular = file.kind else { return }
        let bytes: [UInt8]
        do throws(FileError) {
            let descriptor = try Files.openForReading(path)
            defer { close(descriptor) }
            bytes = try Files.contents(of: descriptor, path: path, limit: maximumAuthorities)
        } catch {
            throw CommandError(reading: error)
        }
        let marks = ["-----BEGIN CERTIFICATE-----", "-----BEGIN TRUSTED CERTIFICATE-----"]
        guard marks.contains(where: { bytes.contains($0.utf8) }) else {
            throw CommandError(
                .badData,
                "certificate authorities: \(PrintableText.escape(path)) holds no certificate in PEM; name the file of the "
                    + "authority's certificate"
            )
        }
    }

    /// What says whether anybody is at an address of APNs.
    func addressService(of address: PushAddress.APNs) -> AddressService {
        AddressService(environment(for: address))
    }

    private func environment(for address: PushAddress.APNs) -> APNsEnvironment {
        let environment = forcedEnvironment ?? address.environment
        return gateway ?? (environment == .production ? .production : .development)
    }

    /// The service that serves a route.
    func channel(for route: Route) throws(DeliveryFault) -> Channel {
        switch route {
        case .apns(let address):
            return .apns(environment(for: address))
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
