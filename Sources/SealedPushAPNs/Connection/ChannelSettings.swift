// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl
internal import CSealedPushOpenSSL
internal import SealedPushCore

/// The options that all connections of a client have alike.
struct ChannelSettings {
    /// Seconds between TCP's own probes, below the 5 minutes after which many routers forget a silent connection.
    private static let keepAliveInterval = 240

    let configuration: APNsClient.Configuration

    @unsafe func apply(to handle: UnsafeMutableRawPointer) {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_CONNECT_ONLY, 1),
            // libcurl would speak HTTP/2 itself where it had offered it: see `offerHTTP2`.
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_SSL_ENABLE_ALPN, 0),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_TCP_NODELAY, 1), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_TCP_KEEPIDLE, Self.keepAliveInterval),
            (CURLOPT_TCP_KEEPINTVL, Self.keepAliveInterval),
            (CURLOPT_CONNECTTIMEOUT_MS, max(1, configuration.connectTimeout.wholeMilliseconds)),
            // Signals belong to the process, and the thread blocks SIGPIPE itself.
            (CURLOPT_NOSIGNAL, 1),
        ]
        for (option, number) in numbers { _ = unsafe sealedpush_curl_easy_setopt_long(handle, option, number) }
        unsafe set(CURLOPT_URL, configuration.environment.baseURL, of: handle)
        unsafe set(CURLOPT_PROTOCOLS_STR, "https", of: handle)
        if let file = configuration.certificateAuthorities { unsafe set(CURLOPT_CAINFO, file, of: handle) }
        if configuration.ignoresProxy { unsafe set(CURLOPT_PROXY, "", of: handle) }
        if case .certificate(let certificate) = configuration.credentials.kind { unsafe apply(certificate, to: handle) }
        _ = unsafe sealedpush_curl_easy_setopt_ssl_ctx(handle, CURLOPT_SSL_CTX_FUNCTION, Self.offerHTTP2)
        // No program that others start meanwhile inherits the connection.
        _ = unsafe sealedpush_curl_easy_setopt_opensocket(handle, CURLOPT_OPENSOCKETFUNCTION) { _, _, address in
            guard let address = unsafe address?.pointee else { return CURL_SOCKET_BAD }
            return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        }
    }

    /// Offers HTTP/2, and HTTP/1.1 too, so that whoever is not APNs is told from it afterwards (ALPN, RFC 7301).
    private static let offerHTTP2: curl_ssl_ctx_callback = { _, context, _ in
        guard let context = unsafe context else { return CURLE_SSL_CONNECT_ERROR }
        let names = ["h2", "http/1.1"].flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        let status = unsafe SSL_CTX_set_alpn_protos(OpaquePointer(context), names, UInt32(names.count))
        return status == 0 ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
    }

    @unsafe private func apply(_ certificate: ClientCertificate, to handle: UnsafeMutableRawPointer) {
        unsafe set(CURLOPT_SSLCERT, certificate.file, of: handle)
        unsafe set(CURLOPT_SSLCERTTYPE, certificate.format.rawValue, of: handle)
        if let keyFile = certificate.keyFile { unsafe set(CURLOPT_SSLKEY, keyFile, of: handle) }
        // Always one, if an empty one: without, OpenSSL may ask on the terminal.
        _ = unsafe PEM.withCString(certificate.passphrase) { word in
            unsafe sealedpush_curl_easy_setopt_string(
                handle,
                CURLOPT_KEYPASSWD,
                word.assumingMemoryBound(to: CChar.self)
            )
        }
    }

    @unsafe private func set(_ option: CURLoption, _ value: String, of handle: UnsafeMutableRawPointer) {
        _ = unsafe sealedpush_curl_easy_setopt_string(handle, option, value)
    }
}
