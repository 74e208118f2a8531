// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import CSealedPushOpenSSL
internal import SealedPushCore

/// The way to the server: libcurl finds it, passes the proxy and speaks TLS; then bytes go in and come out.
///
/// HTTP/2 is not libcurl's here: 7.88 resets each stream that it has read to its end, and servers that count resets as an
/// attack (RFC 9113 section 10.5) end the connection after some hundred pushes.
@safe
final class Channel {
    /// How making the connection stands.
    enum Progress {
        case connecting
        case open
        case failed(ChannelFault)
    }

    /// Drives the handle while it connects; afterwards it holds the connection.
    let multi: UnsafeMutableRawPointer
    private let handle: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    /// What to wait for; there once it is open.
    private(set) var socket: Int32?

    /// `nil` without memory.
    init?(_ settings: ChannelSettings) {
        guard let multi = unsafe curl_multi_init() else { return nil }
        guard let handle = unsafe curl_easy_init() else {
            unsafe curl_multi_cleanup(multi)
            return nil
        }
        unsafe self.multi = multi
        unsafe self.handle = handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe settings.apply(to: handle)
        _ = unsafe sealedpush_curl_easy_setopt_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        unsafe curl_multi_add_handle(multi, handle)
    }

    deinit {
        unsafe curl_multi_remove_handle(multi, handle)
        unsafe curl_easy_cleanup(handle)
        unsafe curl_multi_cleanup(multi)
        unsafe errorText.deallocate()
    }

    // MARK: Connecting

    /// Goes on with connecting.
    func connect() -> Progress {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(multi, &running)
        var left: Int32 = 0
        guard let message = unsafe curl_multi_info_read(multi, &left) else { return .connecting }
        let code = unsafe sealedpush_curl_message_result(message)
        guard code == CURLE_OK else { return .failed(fault(code)) }
        var socket = curl_socket_t(-1)
        let status = unsafe sealedpush_curl_easy_getinfo_socket(handle, CURLINFO_ACTIVESOCKET, &socket)
        guard status == CURLE_OK, socket >= 0 else { return .failed(fault(CURLE_COULDNT_CONNECT)) }
        self.socket = socket
        return .open
    }

    /// Whether both sides agreed on HTTP/2 (ALPN, RFC 7301); `nil` where it cannot be told.
    var isHTTP2: Bool? {
        var information: UnsafeMutableRawPointer?
        let status = unsafe sealedpush_curl_easy_getinfo_pointer(handle, CURLINFO_TLS_SSL_PTR, &information)
        guard status == CURLE_OK,
            let session = unsafe information?.assumingMemoryBound(to: curl_tlssessioninfo.self).pointee,
            unsafe session.backend == CURLSSLBACKEND_OPENSSL, let tls = unsafe session.internals
        else { return nil }
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        unsafe SSL_get0_alpn_selected(OpaquePointer(tls), &name, &length)
        return unsafe UnsafeBufferPointer(start: name, count: Int(length)).elementsEqual("h2".utf8)
    }

    // MARK: Bytes

    /// Takes what has come; `nil` when there is nothing now, 0 at the end.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelFault) -> Int? {
        var count = 0
        let code = unsafe curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count)
        if code == CURLE_AGAIN { return nil }
        guard code == CURLE_OK else { throw fault(code) }
        return count
    }

    /// Gives bytes; how many were taken, `nil` when there is no room now: then the very same bytes are given again.
    func send(_ bytes: UnsafeRawBufferPointer) throws(ChannelFault) -> Int? {
        var count = 0
        let code = unsafe curl_easy_send(handle, bytes.baseAddress, bytes.count, &count)
        if code == CURLE_AGAIN { return nil }
        guard code == CURLE_OK else { throw fault(code) }
        return count
    }

    private func fault(_ code: CURLcode) -> ChannelFault {
        var systemError = 0
        _ = unsafe sealedpush_curl_easy_getinfo_long(handle, CURLINFO_OS_ERRNO, &systemError)
        let text = unsafe String(cString: errorText)
        return ChannelFault(
            code: code,
            detail: PrintableText.excerpt(
                text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text,
                limit: 200
            ),
            systemError: Int32(truncatingIfNeeded: systemError)
        )
    }
}
