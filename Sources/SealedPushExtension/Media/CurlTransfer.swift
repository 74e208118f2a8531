// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
internal import CSealedPushCurl
internal import Foundation

/// One transfer of libcurl's, on the thread that runs it.
@safe
final class CurlTransfer {
    /// More redirections than any honest server needs.
    private static let maximumRedirects = 3
    /// Bytes a second; what is slower for as long as the loader's patience would not come in time.
    private static let slowest = 1024

    private static let isStarted = sealedpush_curl_global_init() == CURLE_OK

    private let loader: CurlMediaLoader
    private let sink: MediaSink
    /// Safe to keep: only this class has it, and ends it with itself.
    private let handle: UnsafeMutableRawPointer
    /// What stopped it, where that was us: libcurl only knows that something did.
    private var failure: MediaError?
    private var hasBegun = false

    init(loader: CurlMediaLoader, sink: MediaSink) throws(MediaError) {
        guard Self.isStarted, let handle = unsafe curl_easy_init() else {
            throw MediaError(.notReached, "libcurl cannot start")
        }
        unsafe self.handle = handle
        self.loader = loader
        self.sink = sink
    }

    deinit { unsafe curl_easy_cleanup(handle) }

    func run(_ url: String) throws(MediaError) {
        let isSet = configure(url) && connectCallbacks()
        guard isSet else {
            throw MediaError(.notAllowed, "libcurl does not take the media URL, or lacks what this needs")
        }
        let result = unsafe curl_easy_perform(handle)
        if let failure { throw failure }
        guard result == CURLE_OK else { throw error(result) }
        // A file of no bytes never comes to the callback.
        try requireFile()
    }

    // MARK: Options

    private func configure(_ url: String) -> Bool {
        let seconds = max(1, Int(loader.patience.components.seconds))
        let left = max(.zero, sink.deadline - ContinuousClock.now).components
        let milliseconds = Int(left.seconds) * 1000 + Int(left.attoseconds / 1_000_000_000_000_000)
        return set(CURLOPT_URL, url)
            && set(CURLOPT_PROTOCOLS_STR, "https") && set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
            && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
            && set(CURLOPT_FOLLOWLOCATION, 1) && set(CURLOPT_MAXREDIRS, Self.maximumRedirects)
            // A proxy would be asked instead, and its address looked at instead.
            && set(CURLOPT_PROXY, "") && set(CURLOPT_USERAGENT, "SealedPush")
            && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
            && set(CURLOPT_FAILONERROR, 1) && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_CONNECTTIMEOUT, seconds) && set(CURLOPT_TIMEOUT_MS, max(1, milliseconds))
            && set(CURLOPT_LOW_SPEED_TIME, seconds) && set(CURLOPT_LOW_SPEED_LIMIT, Self.slowest)
            && (loader.authorities.map { set(CURLOPT_CAINFO, $0) && set(CURLOPT_CAPATH, nil) } ?? true)
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe sealedpush_curl_easy_setopt_long(handle, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String?) -> Bool {
        unsafe sealedpush_curl_easy_setopt_string(handle, option, value) == CURLE_OK
    }

    private func connectCallbacks() -> Bool {
        let me = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        let written: curl_write_callback = { bytes, size, count, context in
            guard let transfer = unsafe CurlTransfer.from(context), let bytes = unsafe bytes else { return 0 }
            let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.take(unsafe [UInt8](buffer)) ? size * count : 0
        }
        let progressed: curl_xferinfo_callback = { context, _, _, _, _ in
            unsafe CurlTransfer.from(context)?.sink.isWanted == true ? 0 : 1
        }
        let opened: curl_opensocket_callback = { context, _, address in
            guard let transfer = unsafe CurlTransfer.from(context), let address = unsafe address else { return -1 }
            return unsafe transfer.open(address)
        }
        // `unsafe` here covers all calls of the expression.
        return unsafe sealedpush_curl_easy_setopt_write(handle, CURLOPT_WRITEFUNCTION, written) == CURLE_OK
            && sealedpush_curl_easy_setopt_pointer(handle, CURLOPT_WRITEDATA, me) == CURLE_OK
            && sealedpush_curl_easy_setopt_xferinfo(handle, CURLOPT_XFERINFOFUNCTION, progressed) == CURLE_OK
            && sealedpush_curl_easy_setopt_pointer(handle, CURLOPT_XFERINFODATA, me) == CURLE_OK
            && set(CURLOPT_NOPROGRESS, 0)
            && sealedpush_curl_easy_setopt_opensocket(handle, CURLOPT_OPENSOCKETFUNCTION, opened) == CURLE_OK
            && sealedpush_curl_easy_setopt_pointer(handle, CURLOPT_OPENSOCKETDATA, me) == CURLE_OK
    }

    /// The transfer that a callback is for; it is alive, since `run` is on the stack.
    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        unsafe context.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Callbacks

    private func take(_ bytes: [UInt8]) -> Bool {
        do throws(MediaError) {
            if !hasBegun {
                hasBegun = true
                try requireFile()
            }
            try sink.write(bytes)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// A socket for an address, unless that may not be connected to.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard loader.allowsPrivateAddresses || PublicAddress.contains(unsafe Self.bytes(of: address)) else {
            failure = MediaError(.notAllowed, "the media URL leads to an address that is not public")
            return -1
        }
        // Another address of the same name may have been refused before.
        failure = nil
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    }

    /// The bytes of an address, in network order; none where it is neither IPv4 nor IPv6.
    private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8] {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return [] }
        let raw = unsafe UnsafeRawPointer(address) + offset
        switch unsafe address.pointee.family {
        case AF_INET:
            var found = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return unsafe withUnsafeBytes(of: &found) { unsafe [UInt8]($0) }
        case AF_INET6:
            var found = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &found) { unsafe [UInt8]($0) }
        default: return []
        }
    }

    // MARK: Answers

    /// Makes sure that the answer is the whole file, and not larger than it may be.
    private func requireFile() throws(MediaError) {
        var status = 0
        var length: curl_off_t = -1
        unsafe sealedpush_curl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
        unsafe sealedpush_curl_easy_getinfo_off_t(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
        guard status == 200 else { throw MediaError(.notFound, "the media server answered \(status)") }
        try sink.expect(Int(length))
    }

    private func error(_ code: CURLcode) -> MediaError {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK, CURLE_OPERATION_TIMEDOUT:
            return MediaError(.timedOut, "the media did not come in time")
        case CURLE_HTTP_RETURNED_ERROR:
            var status = 0
            unsafe sealedpush_curl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
            return MediaError(.notFound, "the media server answered \(status)")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED, CURLE_URL_MALFORMAT, CURLE_TOO_MANY_REDIRECTS:
            return MediaError(.notAllowed, "the media URL leads where media are not loaded from")
        default:
            let reason = unsafe String(cString: curl_easy_strerror(code))
            return MediaError(.notReached, "the media could not be loaded: \(reason.lowercased())")
        }
    }
}
#endif
