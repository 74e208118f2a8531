// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushHTTP2
internal import SealedPushCore

/// The client's side of one HTTP/2 connection: streams in, bytes out, and the other way.
///
/// nghttp2 calls back while it is given bytes or asked for some; it knows streams by their number alone, so none of ours can
/// be gone when it speaks of it.
@safe
final class HTTP2Session {
    /// What the connection cannot go on after.
    struct Failure: Error {
        let description: String
    }

    private let session: OpaquePointer
    private var fields = OwnFields()

    private(set) var streams: [Int32: RequestStream] = [:]
    /// Streams that are over, for `takeEnded`.
    private var ended: [(stream: RequestStream, end: RequestStream.End)] = []
    /// Requests that wait for a free stream.
    private(set) var unsent = 0
    /// How many requests went out in all.
    private(set) var sendings = 0
    /// Whether the server spoke HTTP/2.
    private(set) var hasSettings = false
    /// What the server said when it announced its end; `nil` while it has not.
    private(set) var goAway: String?
    /// The last stream that it will answer then.
    private var lastStream = Int32.max
    /// How many pings were not answered.
    private(set) var unansweredPings = 0

    /// `nil` without memory.
    init?() {
        var made: OpaquePointer?
        var callbacks: OpaquePointer?
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks = unsafe callbacks else {
            return nil
        }
        defer { unsafe nghttp2_session_callbacks_del(callbacks) }
        unsafe HTTP2Callbacks.install(in: callbacks)
        // The address is given below, once there is one.
        guard unsafe nghttp2_session_client_new(&made, callbacks, nil) == 0, let made = unsafe made else { return nil }
        unsafe session = made
        unsafe nghttp2_session_set_user_data(made, Unmanaged.passUnretained(self).toOpaque())
        var setting = nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0)
        guard unsafe nghttp2_submit_settings(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), &setting, 1) == 0 else {
            return nil
        }
    }

    deinit { unsafe nghttp2_session_del(session) }

    // MARK: Streams

    /// How many streams the server allows.
    var maximumStreams: Int {
        Int(unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// Whether it is over, with nothing more to come or to go.
    var isOver: Bool { unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    /// Whether new requests may be given.
    var takesRequests: Bool { unsafe goAway == nil && nghttp2_session_check_request_allowed(session) != 0 }

    /// Makes a stream of a request; it goes out with the next bytes.
    func submit(_ stream: RequestStream, _ headers: HeaderBlock) throws(Failure) {
        var provider = unsafe nghttp2_data_provider(
            source: nghttp2_data_source(),
            read_callback: HTTP2Callbacks.readPayload
        )
        let id = unsafe fields.withFields(of: stream.job.request, beside: headers) { fields in
            unsafe nghttp2_submit_request(session, nil, fields.baseAddress, fields.count, &provider, nil)
        }
        guard id > 0 else { throw Failure(code: id) }
        stream.id = id
        streams[id] = stream
        unsent += 1
    }

    /// Gives a stream up; the server is told if it knows of it.
    func cancel(_ stream: RequestStream) {
        guard streams.removeValue(forKey: stream.id) != nil else { return }
        if !stream.wasSent { unsent -= 1 }
        let cancel = NGHTTP2_CANCEL.rawValue
        unsafe nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id, cancel)
    }

    func takeEnded() -> [(stream: RequestStream, end: RequestStream.End)] {
        defer { ended = [] }
        return ended
    }

    func ping() {
        guard unsafe nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) == 0 else { return }
        unansweredPings += 1
    }

    /// Says goodbye, with the next bytes.
    func terminate() { unsafe nghttp2_session_terminate_session(session, NGHTTP2_NO_ERROR.rawValue) }

    // MARK: Bytes

    /// Takes in what came from the server.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let count = unsafe nghttp2_session_mem_recv(
            session,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes.count
        )
        guard count >= 0 else { throw Failure(code: Int32(clamping: count)) }
    }

    /// Appends what goes to the server next; whether there was anything.
    func appendNext(to bytes: inout [UInt8]) throws(Failure) -> Bool {
        var start: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(session, &start)
        guard count >= 0 else { throw Failure(code: Int32(clamping: count)) }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        return count > 0
    }

    // MARK: What nghttp2 says

    func didSend(_ frame: nghttp2_frame) {
        guard unsafe frame.hd.type == UInt8(NGHTTP2_HEADERS.rawValue), let stream = unsafe streams[frame.hd.stream_id]
        else { return }
        stream.didSendHeaders()
        unsent -= 1
        sendings += 1
    }

    func didReceive(_ frame: nghttp2_frame) {
        switch unsafe UInt32(frame.hd.type) {
        case NGHTTP2_SETTINGS.rawValue:
            hasSettings = true
        case NGHTTP2_PING.rawValue where unsafe frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0:
            unansweredPings = 0
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = unsafe frame.goaway
            lastStream = unsafe goAway.last_stream_id
            // APNs writes {"reason":…} there.
            let text = unsafe String(
                decoding: UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len),
                as: UTF8.self
            )
            let name = unsafe String(cString: nghttp2_http2_strerror(goAway.error_code))
            self.goAway = PrintableText.excerpt(text.isEmpty ? name : "\(name), \(text)", limit: 200)
        default: break
        }
    }

    func didReceiveHeader(_ id: Int32, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        unsafe streams[id]?.receiveHeader(name, value)
    }

    func didReceive(_ bytes: UnsafeBufferPointer<UInt8>, on id: Int32) { unsafe streams[id]?.receive(bytes) }

    /// Copies the next part of a payload.
    ///
    /// - Returns: how much, and whether it was the last; `nil` for a stream that was given up.
    func readPayload(of id: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, isLast: Bool)? {
        guard let stream = streams[id] else { return nil }
        let payload = stream.job.request.payload
        let rest = payload[stream.sentLength...].prefix(buffer.count)
        _ = unsafe buffer.update(fromContentsOf: rest)
        stream.sentLength += rest.count
        return (rest.count, stream.sentLength == payload.count)
    }

    func didClose(_ id: Int32, code: UInt32) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        if !stream.wasSent { unsent -= 1 }
        let end: RequestStream.End =
            if code == NGHTTP2_NO_ERROR.rawValue, stream.isAnswered {
                .answered
            } else if code == NGHTTP2_REFUSED_STREAM.rawValue || id > lastStream || !stream.wasSent {
                .unprocessed
            } else {
                .reset(code)
            }
        ended.append((stream, end))
    }
}

extension HTTP2Session.Failure {
    fileprivate init(code: Int32) {
        description = unsafe String(cString: nghttp2_strerror(code)).lowercased()
    }
}
