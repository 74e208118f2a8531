// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushMosquitto
internal import SealedPushCore

/// What a connection trusts and proves: an OpenSSL context of our own, since libmosquitto does not tell why it refused a
/// certificate, and its own comparison of names is simpler than OpenSSL's.
@safe
final class TLSContext {
    /// What the last verification came to.
    private final class Verdict {
        var code = X509_V_OK
    }

    let context: OpaquePointer
    private let verdict = Verdict()

    /// What was wrong with the broker's certificate, if anything.
    var verification: Int32 { verdict.code }

    init(_ configuration: MQTTConfiguration) throws(MQTTError) {
        ERR_clear_error()
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw MQTTError(.system, "OpenSSL cannot start: \(OpenSSLText.lastError())")
        }
        unsafe self.context = context
        // TLS 1.2 is what RFC 8996 left.
        _ = unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        try trust(configuration)
        try expectName(configuration.broker.host)
        try prove(configuration.credentials)
        unsafe SSL_CTX_set_cert_verify_callback(
            context,
            { store, argument in
                let isGood = unsafe X509_verify_cert(store)
                if let argument = unsafe argument {
                    let verdict = unsafe Unmanaged<Verdict>.fromOpaque(argument).takeUnretainedValue()
                    verdict.code = unsafe X509_STORE_CTX_get_error(store)
                }
                return isGood
            },
            Unmanaged.passUnretained(verdict).toOpaque()
        )
    }

    deinit { unsafe SSL_CTX_free(context) }

    private func trust(_ configuration: MQTTConfiguration) throws(MQTTError) {
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        guard let file = configuration.certificateAuthorities else {
            guard unsafe SSL_CTX_set_default_verify_paths(context) == 1 else {
                throw MQTTError(.system, "the system's certificate authorities cannot be loaded")
            }
            return
        }
        guard unsafe SSL_CTX_load_verify_file(context, file) == 1 else {
            throw MQTTError(
                .badCredentials,
                "\(PrintableText.escape(file)) holds no certificate authorities in PEM that can be read: "
                    + OpenSSLText.lastError()
            )
        }
    }

    /// The certificate must be for the host that is connected to.
    private func expectName(_ host: String) throws(MQTTError) {
        let parameters = unsafe SSL_CTX_get0_param(context)
        unsafe X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1 { return }
        ERR_clear_error()
        guard unsafe X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1 else {
            throw MQTTError(.badAddress, "\(PrintableText.excerpt(host)) is no name that a certificate could be for")
        }
    }

    /// The client's own certificate, where it has one.
    private func prove(_ credentials: MQTTCredentials) throws(MQTTError) {
        guard let file = credentials.certificateFile, let text = try credentials.key() else { return }
        let place = PrintableText.escape(file)
        guard unsafe SSL_CTX_use_certificate_chain_file(context, file) == 1 else {
            throw MQTTError(
                .badCredentials,
                "\(place) holds no certificate in PEM that can be read: \(OpenSSLText.lastError())"
            )
        }
        let isRead = text.withBytes { span -> Bool in
            guard let key = unsafe Self.privateKey(span) else { return false }
            defer { unsafe EVP_PKEY_free(key) }
            return unsafe SSL_CTX_use_PrivateKey(context, key) == 1
        }
        guard isRead, unsafe SSL_CTX_check_private_key(context) == 1 else {
            let detail = OpenSSLText.lastError()
            throw MQTTError(
                .badCredentials,
                "\(PrintableText.escape(credentials.keyFile ?? "")) is not the private key, in PEM and without a passphrase, "
                    + "of the certificate in \(place): \(detail)"
            )
        }
    }

    private static func privateKey(_ text: RawSpan) -> OpaquePointer? {
        unsafe text.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let memory = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
                return nil
            }
            defer { unsafe BIO_free(memory) }
            // A passphrase is never asked for: OpenSSL would do so on the terminal.
            return unsafe PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
        }
    }
}
