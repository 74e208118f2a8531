// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl
internal import CSealedPushHTTP2
internal import SealedPushCore

/// Why a request got no answer.
struct TransportFault {
    let error: APNsError
    /// Whether another attempt would meet the same.
    let isPermanent: Bool

    /// There is no connection.
    init(connecting fault: ChannelFault, _ configuration: APNsClient.Configuration) {
        let place = configuration.environment
        let detail = fault.detail.isEmpty ? "" : ": \(fault.detail)"
        let authorities =
            configuration.certificateAuthorities.map { PrintableText.escape($0) } ?? "package ca-certificates"
        switch fault.code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            let host = fault.code == CURLE_COULDNT_RESOLVE_PROXY ? "the proxy" : "\(place)"
            self.init(.unreachable, "cannot find the address of \(host): check the name, the network and DNS")
        case CURLE_COULDNT_CONNECT:
            let why = fault.systemError == 0 ? "" : ": \(Self.systemText(fault.systemError))"
            self.init(
                .unreachable,
                "cannot connect to \(place)\(why); check the network, \(Self.firewall(configuration))"
            )
        case CURLE_OPERATION_TIMEDOUT:
            self.init(
                .unreachable,
                "no connection to \(place) within \(configuration.connectTimeout); check the network, "
                    + Self.firewall(configuration)
            )
        case CURLE_PEER_FAILED_VERIFICATION:
            self.init(
                .untrustedServer,
                "the certificate of \(place) is not trusted\(detail); check the certificate authorities "
                    + "(\(authorities)) and this machine's clock",
                isPermanent: true
            )
        case CURLE_SSL_CACERT_BADFILE:
            self.init(.badConfiguration, "the certificate authorities cannot be read\(detail)", isPermanent: true)
        case CURLE_SSL_CERTPROBLEM:
            self.init(.badCredentials, "the client certificate cannot be used\(detail)", isPermanent: true)
        case CURLE_SSL_CONNECT_ERROR:
            self.init(.connectionLost, "no TLS connection to \(place)\(detail)")
        case CURLE_OUT_OF_MEMORY:
            self.init(.system, "not enough memory for a connection", isPermanent: true)
        default:
            self.init(.connectionLost, "no connection to \(place)\(detail)")
        }
    }

    /// The connection broke.
    init(lost fault: ChannelFault, _ configuration: APNsClient.Configuration) {
        self.init(lost: fault.detail, configuration)
    }

    /// The connection broke.
    init(lost detail: String, _ configuration: APNsClient.Configuration) {
        let detail = detail.isEmpty ? "" : ": \(detail)"
        self.init(.connectionLost, "the connection to \(configuration.environment) broke\(detail)")
    }

    /// Whoever answers there does not speak HTTP/2.
    static func notHTTP2(_ configuration: APNsClient.Configuration) -> TransportFault {
        TransportFault(
            .notAPNs,
            "\(configuration.environment) answers but not in HTTP/2: it is not APNs, or a proxy stands between",
            isPermanent: true
        )
    }

    /// No answer came within `APNsClient.Configuration.requestTimeout`, or what was left of the push's own time.
    static func timedOut(_ configuration: APNsClient.Configuration, isLast: Bool = false) -> TransportFault {
        let time = isLast ? "in time" : "within \(configuration.requestTimeout)"
        return TransportFault(.timedOut, "no answer from \(configuration.environment) \(time)")
    }

    /// The server gave up one stream.
    static func reset(_ code: UInt32, _ configuration: APNsClient.Configuration) -> TransportFault {
        let name = unsafe String(cString: nghttp2_http2_strerror(code))
        return TransportFault(.connectionLost, "\(configuration.environment) broke off the request: \(name)")
    }

    private init(_ code: APNsError.Code, _ description: String, isPermanent: Bool = false) {
        error = APNsError(code, description)
        self.isPermanent = isPermanent
    }

    private static func firewall(_ configuration: APNsClient.Configuration) -> String {
        let hint = "that a firewall lets port \(configuration.environment.port) through"
        // libcurl does not say who refused.
        let usesProxy =
            !configuration.ignoresProxy
            && proxyVariables.contains { unsafe getenv($0).map { unsafe $0.pointee != 0 } ?? false }
        return usesProxy ? "the proxy that https_proxy or all_proxy names, and \(hint)" : "and \(hint)"
    }

    /// Where libcurl looks for a proxy to an https host.
    private static let proxyVariables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    private static func systemText(_ errno: Int32) -> String {
        let text = unsafe String(cString: strerror(errno))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
