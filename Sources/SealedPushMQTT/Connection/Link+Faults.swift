// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushMosquitto
internal import SealedPushOutbox

extension Link {
    private var place: String { configuration.broker.description }

    var closedInHandshake: MQTTError {
        MQTTError(
            .connectionLost,
            "\(place) ended the connection during the TLS handshake; check that the port is one for TLS"
        )
    }

    /// What this machine itself has too little of, whatever the network is like.
    private static let shortages: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOBUFS]

    /// Why no connection came about.
    func connectFault(_ status: Int32, errno number: Int32) -> MQTTError {
        let broker = configuration.broker
        switch status {
        case MOSQ_ERR_ERRNO.status where Self.shortages.contains(number):
            return shortage(number)
        case MOSQ_ERR_EAI.status where Self.hasNoDescriptorLeft:
            // The resolver would say that there is no such name.
            return shortage(EMFILE)
        case MOSQ_ERR_EAI.status:
            // libmosquitto puts the resolver's answer where the system's number belongs.
            let why =
                number == EAI_SYSTEM ? "" : ": \(SystemText.lowerCased(unsafe String(cString: gai_strerror(number))))"
            return MQTTError(
                .unreachable,
                "cannot find the address of \(broker.host)\(why); check the name, the network and DNS"
            )
        case MOSQ_ERR_TLS.status:
            return tlsFault()
        case MOSQ_ERR_ERRNO.status, MOSQ_ERR_CONN_REFUSED.status, MOSQ_ERR_NO_CONN.status:
            return MQTTError(
                .unreachable,
                "cannot connect to \(place): \(SystemText.of(number)); check that the broker runs, and that a firewall lets "
                    + "port \(broker.port) through"
            )
        default:
            return MQTTError(.system, "cannot connect to \(place): \(Library.text(status))")
        }
    }

    private func shortage(_ number: Int32) -> MQTTError {
        let advice = number == EMFILE ? "; raise this program's limit of open files (ulimit -n)" : ""
        return MQTTError(.system, "cannot connect to \(place): \(SystemText.of(number))\(advice)")
    }

    private static var hasNoDescriptorLeft: Bool {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
        guard copy < 0 else {
            close(copy)
            return false
        }
        return errno == EMFILE
    }

    /// Why a connection ended.
    func lossFault(_ status: Int32, errno number: Int32) -> MQTTError {
        if let answer = notes.connectAnswer, answer != 0 { return connectAnswerFault(answer) }
        if let farewell = notes.farewell { return ReasonCode.farewell(farewell, place) }
        switch status {
        case MOSQ_ERR_TLS.status:
            return tlsFault()
        case _ where notes.connectAnswer == nil && notes.tlsDetail != nil:
            return tlsFault()
        case MOSQ_ERR_ERRNO.status where tls != nil && number == EPROTO:
            return tlsFault()
        case MOSQ_ERR_ERRNO.status where number != 0:
            return MQTTError(.connectionLost, "the connection to \(place) broke: \(SystemText.of(number))")
        case MOSQ_ERR_KEEPALIVE.status:
            return MQTTError(.connectionLost, "no sign of life from \(place) within \(configuration.keepAlive) seconds")
        case MOSQ_ERR_PROTOCOL.status, MOSQ_ERR_MALFORMED_PACKET.status, MOSQ_ERR_MALFORMED_UTF8.status:
            return MQTTError(
                .connectionLost,
                "what came from \(place) is not MQTT 5 (\(Library.text(status))); check that the port is the broker's"
            )
        default:
            // Mosquitto before 2.0.19 does not say when it gave a session to another client.
            let hint =
                notes.connectAnswer == nil
                ? "check that the port is the broker's, with or without TLS"
                : "if that goes on, another client has the same client id, or the broker cannot stay up"
            return MQTTError(.connectionLost, "\(place) ended the connection; \(hint)")
        }
    }

    /// The broker's no to the connection.
    func connectAnswerFault(_ reason: Int32) -> MQTTError {
        switch reason {
        case MQTT_RC_BAD_USERNAME_OR_PASSWORD.status, MQTT_RC_NOT_AUTHORIZED.status:
            let advice =
                configuration.credentials.isEmpty
                ? "it wants a user name and a password file, or a client certificate"
                : "check the user name, the password file and the broker's rules"
            return MQTTError(.notAuthorized, "\(place) refuses this client: \(ReasonCode.text(reason)); \(advice)")
        case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.status:
            return MQTTError(.unsupportedVersion, "\(place) does not speak MQTT 5; a newer broker does")
        case MQTT_RC_CLIENTID_NOT_VALID.status:
            return MQTTError(
                .badConfiguration,
                "\(place) does not take the client id; try a shorter one, or letters alone"
            )
        default:
            return MQTTError(.refused, "\(place) refuses the connection: \(ReasonCode.text(reason))")
        }
    }

    private func tlsFault() -> MQTTError {
        let code = tls?.verification ?? X509_V_OK
        let text = OpenSSLText.verification(code)
        switch code {
        case X509_V_OK:
            let detail = notes.tlsDetail ?? "no reason given"
            return MQTTError(
                .connectionLost,
                "no TLS connection to \(place): \(detail); check that the port is one for TLS"
                    + (configuration.credentials.certificateFile == nil
                        ? ", and whether the broker wants a client certificate" : ", and the client certificate")
            )
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID:
            return MQTTError(
                .expiredCertificate,
                "the certificate of \(place) cannot be used today: \(text); renew it on the broker, or set this machine's clock"
            )
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            return MQTTError(
                .wrongName,
                "the certificate of \(place) is for another name (\(text)); connect by the name it was made for"
            )
        default:
            return MQTTError(
                .untrustedServer,
                "the certificate of \(place) is not trusted: \(text); give the file of the broker's certificate authority, "
                    + "or install the package ca-certificates"
            )
        }
    }
}
