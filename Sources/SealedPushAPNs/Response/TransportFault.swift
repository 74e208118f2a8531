// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl
internal import SealedPushCore

/// Why a transfer ended without an answer.
struct TransportFault {
    let error: APNsError
    /// Whether another attempt would meet the same.
    let isPermanent: Bool
    /// Whether the whole connection is of no more use, and not one stream alone.
    let concernsConnection: Bool

    init(_ code: CURLcode, _ transfer: Transfer, on link: Link, _ configuration: APNsClient.Configuration) {
        let place = configuration.environment
        let detail = transfer.detail.isEmpty ? "" : ": \(transfer.detail)"
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            let host = code == CURLE_COULDNT_RESOLVE_PROXY ? "the proxy" : "\(place)"
            self.init(.unreachable, "cannot find the address of \(host): check the name, the network and DNS")
        case CURLE_COULDNT_CONNECT:
            let why = transfer.systemError == 0 ? "" : ": \(Self.systemText(transfer.systemError))"
            self.init(
                .unreachable,
                "cannot connect to \(place)\(why); check the network, and that a firewall lets port \(place.port) through"
            )
        case CURLE_OPERATION_TIMEDOUT where !link.isEstablished:
            self.init(
                .unreachable,
                "no connection to \(place) within \(configuration.connectTimeout); check the network, and that a firewall "
                    + "lets port \(place.port) through"
            )
        case CURLE_OPERATION_TIMEDOUT:
            // Where others were answered meanwhile, it is that one stream.
            let isAlone = link.lastAnswer > transfer.startedAt
            self.init(
                .timedOut,
                "no answer from \(place) within \(configuration.requestTimeout)",
                concernsConnection: !isAlone
            )
        case CURLE_PEER_FAILED_VERIFICATION:
            self.init(
                .untrustedServer,
                "the certificate of \(place) is not trusted\(detail); check the certificate authorities "
                    + "(package ca-certificates) and this machine's clock",
                isPermanent: true
            )
        case CURLE_SSL_CACERT_BADFILE:
            self.init(.badConfiguration, "the certificate authorities cannot be read\(detail)", isPermanent: true)
        case CURLE_SSL_CERTPROBLEM:
            self.init(.badCredentials, "the client certificate cannot be used\(detail)", isPermanent: true)
        case CURLE_SSL_CONNECT_ERROR:
            self.init(.connectionLost, "no TLS connection to \(place)\(detail)")
        case CURLE_HTTP2_STREAM:
            self.init(.connectionLost, "\(place) broke off the request\(detail)", concernsConnection: false)
        case CURLE_OUT_OF_MEMORY:
            self.init(.system, "not enough memory for a request", isPermanent: true, concernsConnection: false)
        default:
            self.init(.connectionLost, "the connection to \(place) broke\(detail)")
        }
    }

    private init(
        _ code: APNsError.Code,
        _ description: String,
        isPermanent: Bool = false,
        concernsConnection: Bool = true
    ) {
        error = APNsError(code, description)
        self.isPermanent = isPermanent
        self.concernsConnection = concernsConnection
    }

    private static func systemText(_ errno: Int32) -> String {
        let text = unsafe String(cString: strerror(errno))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
