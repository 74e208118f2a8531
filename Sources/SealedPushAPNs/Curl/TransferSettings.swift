// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushCore

/// The options that all transfers of a client have alike.
struct TransferSettings {
    /// Seconds after which an idle connection is not used again: APNs wants connections to live for hours, but what lies
    /// between drops silent ones, and libcurl cannot ping in a multi handle.
    static let maximumIdle = Duration.seconds(55 * 60)
    /// Seconds between TCP's own probes, below the 5 minutes after which many routers forget a silent connection.
    private static let keepAliveInterval = 240

    let configuration: APNsClient.Configuration

    func apply(to transfer: Transfer) {
        transfer.setLong(CURLOPT_POST, 1)
        transfer.setString(CURLOPT_PROTOCOLS_STR, "https")
        transfer.setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        transfer.setLong(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        transfer.setLong(CURLOPT_PIPEWAIT, 1)
        transfer.setLong(CURLOPT_TCP_NODELAY, 1)
        transfer.setLong(CURLOPT_TCP_KEEPALIVE, 1)
        transfer.setLong(CURLOPT_TCP_KEEPIDLE, Self.keepAliveInterval)
        transfer.setLong(CURLOPT_TCP_KEEPINTVL, Self.keepAliveInterval)
        transfer.setLong(CURLOPT_MAXAGE_CONN, Int(Self.maximumIdle.components.seconds))
        transfer.setLong(CURLOPT_CONNECTTIMEOUT_MS, max(1, configuration.connectTimeout.wholeMilliseconds))
        // Signals belong to the process, and the thread blocks SIGPIPE itself.
        transfer.setLong(CURLOPT_NOSIGNAL, 1)
        if let authorities = configuration.certificateAuthorities { transfer.setString(CURLOPT_CAINFO, authorities) }
        if configuration.ignoresProxy { transfer.setString(CURLOPT_PROXY, "") }
        if case .certificate(let certificate) = configuration.credentials.kind { apply(certificate, to: transfer) }
    }

    private func apply(_ certificate: ClientCertificate, to transfer: Transfer) {
        transfer.setString(CURLOPT_SSLCERT, certificate.file)
        transfer.setString(CURLOPT_SSLCERTTYPE, certificate.format.rawValue)
        if let keyFile = certificate.keyFile { transfer.setString(CURLOPT_SSLKEY, keyFile) }
        // Always one, if an empty one: without, OpenSSL may ask on the terminal.
        _ = unsafe PEM.withCString(certificate.passphrase) { word in
            unsafe sealedpush_curl_easy_setopt_string(
                transfer.handle,
                CURLOPT_KEYPASSWD,
                word.assumingMemoryBound(to: CChar.self)
            )
        }
    }
}
