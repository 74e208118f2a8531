// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushCore

/// One request at a time, on an easy handle of libcurl that serves many requests one after the other.
///
/// Belongs to the driver's thread, on which libcurl calls it back.
@safe
final class Transfer {
    /// Bytes of an answer's body that are kept: APNs's have less than 100.
    private static let maximumBodyLength = 4_096

    let handle: UnsafeMutableRawPointer
    private(set) var job: Job?
    private(set) var link: Link?
    /// Which provider token it goes with; 0 with a certificate.
    private(set) var tokenGeneration = 0
    /// Whether libcurl has begun to send it.
    private(set) var wasSent = false
    /// Whether something of the answer has come.
    private(set) var hasAnswer = false
    /// When it was given to its link.
    private(set) var startedAt = Duration.zero
    /// Where it stands among its link's transfers.
    var index = 0

    private let ownHeaders = OwnHeaders()
    private var sharedHeaders: SharedHeaders?
    private let errorText: UnsafeMutablePointer<CChar>
    private var payload: UnsafeMutableRawBufferPointer
    private(set) var body: [UInt8] = []
    private var uniqueID: [UInt8] = []
    private var dateText: [UInt8] = []

    /// `nil` without memory.
    init?(_ settings: TransferSettings) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe payload = .allocate(byteCount: 0, alignment: 1)
        settings.apply(to: self)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe setPointer(CURLOPT_PRIVATE, context)
        unsafe setPointer(CURLOPT_ERRORBUFFER, errorText)
        unsafe TransferCallbacks.install(on: handle, context: context)
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe errorText.deallocate()
        unsafe payload.deallocate()
    }

    /// The transfer that libcurl speaks of.
    @unsafe static func of(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        _ = unsafe sealedpush_curl_easy_getinfo_pointer(handle, CURLINFO_PRIVATE, &context)
        return unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: A request

    func prepare(
        _ job: Job,
        on link: Link,
        url: String,
        headers: SharedHeaders,
        tokenGeneration: Int,
        timeout: Duration,
        now: Duration
    ) {
        startedAt = now
        self.job = job
        self.link = link
        self.tokenGeneration = tokenGeneration
        wasSent = false
        hasAnswer = false
        sharedHeaders = headers
        body.removeAll(keepingCapacity: true)
        uniqueID.removeAll(keepingCapacity: true)
        dateText.removeAll(keepingCapacity: true)
        unsafe errorText[0] = 0
        copy(job.request.payload)
        unsafe setPointer(CURLOPT_POSTFIELDS, payload.baseAddress)
        setLong(CURLOPT_POSTFIELDSIZE, job.request.payload.count)
        setString(CURLOPT_URL, url)
        _ = unsafe sealedpush_curl_easy_setopt_list(
            handle,
            CURLOPT_HTTPHEADER,
            ownHeaders.list(for: job.request, before: headers)
        )
        setLong(CURLOPT_TIMEOUT_MS, max(1, timeout.wholeMilliseconds))
    }

    /// Lets go of the request; the handle is ready for another.
    func clear() {
        job = nil
        link = nil
        sharedHeaders = nil
    }

    private func copy(_ bytes: [UInt8]) {
        if unsafe payload.count < bytes.count {
            unsafe payload.deallocate()
            // The longest a push may have, so that this happens once.
            unsafe payload = .allocate(
                byteCount: max(bytes.count, APNsPushType.alert.maximumPayloadLength),
                alignment: 1
            )
        }
        unsafe payload.copyBytes(from: bytes)
    }

    // MARK: What libcurl says

    /// A socket may be opened: one connection to each link, so that no request goes out on a connection that nobody counts.
    var mayConnect: Bool { link.map { !$0.isEstablished } ?? false }

    /// A connection is there and the request goes out; `false` when it went out before, which makes libcurl give it back.
    func willSend() -> Bool {
        guard !wasSent, let link else { return false }
        wasSent = true
        job?.progress.attempts += 1
        link.didSend()
        return true
    }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        unsafe body.append(contentsOf: bytes.prefix(Self.maximumBodyLength - body.count))
    }

    func receiveHeader(_ line: UnsafeRawBufferPointer) {
        if !hasAnswer {
            hasAnswer = true
            link?.beginsAnswer()
        }
        if let value = unsafe HeaderLine.value(of: "apns-unique-id", in: line) { uniqueID = value }
        if let value = unsafe HeaderLine.value(of: "date", in: line) { dateText = value }
    }

    // MARK: How it ended

    var status: Int { unsafe long(CURLINFO_RESPONSE_CODE) }
    var isHTTP2: Bool { unsafe long(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0) }
    var systemError: Int32 { unsafe Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)) }

    /// The socket of its connection; asked before the handle leaves its link.
    var socket: Int32? {
        var socket = curl_socket_t(-1)
        let status = unsafe sealedpush_curl_easy_getinfo_socket(handle, CURLINFO_ACTIVESOCKET, &socket)
        return status == CURLE_OK && socket >= 0 ? socket : nil
    }

    var appleUniqueID: String? {
        uniqueID.isEmpty ? nil : PrintableText.excerpt(String(decoding: uniqueID, as: UTF8.self), limit: 64)
    }

    /// What the server's clock says.
    var date: Timestamp? {
        guard !dateText.isEmpty else { return nil }
        let seconds = unsafe curl_getdate(String(decoding: dateText, as: UTF8.self), nil)
        guard seconds > 0, let seconds = UInt64(exactly: seconds), seconds < .max / 1000 else { return nil }
        return Timestamp(milliseconds: seconds * 1000)
    }

    /// libcurl's own words about a failure.
    var detail: String {
        unsafe PrintableText.excerpt(String(cString: errorText), limit: 200)
    }

    @unsafe private func long(_ info: CURLINFO) -> Int {
        var value = 0
        _ = unsafe sealedpush_curl_easy_getinfo_long(handle, info, &value)
        return value
    }

    // MARK: Options

    func setLong(_ option: CURLoption, _ value: Int) {
        _ = unsafe sealedpush_curl_easy_setopt_long(handle, option, value)
    }

    func setString(_ option: CURLoption, _ value: String) {
        _ = unsafe sealedpush_curl_easy_setopt_string(handle, option, value)
    }

    @unsafe private func setPointer(_ option: CURLoption, _ value: UnsafeRawPointer?) {
        _ = unsafe sealedpush_curl_easy_setopt_pointer(handle, option, value)
    }
}
