// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushHTTP2

/// The C functions by which nghttp2 reaches an `HTTP2Session`.
enum HTTP2Callbacks {
    @unsafe static func install(in callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
            if let frame = unsafe frame { unsafe HTTP2Callbacks.session(context)?.didSend(frame.pointee) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            if let frame = unsafe frame { unsafe HTTP2Callbacks.session(context)?.didReceive(frame.pointee) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameLength,
            value,
            valueLength,
            _,
            context in
            guard let frame = unsafe frame else { return 0 }
            unsafe HTTP2Callbacks.session(context)?.didReceiveHeader(
                frame.pointee.hd.stream_id,
                UnsafeBufferPointer(start: name, count: nameLength),
                UnsafeBufferPointer(start: value, count: valueLength)
            )
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            id,
            bytes,
            count,
            context in
            unsafe HTTP2Callbacks.session(context)?.didReceive(UnsafeBufferPointer(start: bytes, count: count), on: id)
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, code, context in
            unsafe HTTP2Callbacks.session(context)?.didClose(id, code: code)
            return 0
        }
    }

    static let readPayload: nghttp2_data_source_read_callback = { _, id, buffer, length, flags, _, context in
        guard let buffer = unsafe buffer, let flags = unsafe flags,
            let (count, isLast) = unsafe HTTP2Callbacks.session(context)?.readPayload(
                of: id,
                into: UnsafeMutableBufferPointer(start: buffer, count: length)
            )
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        if isLast { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return count
    }

    @unsafe private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        unsafe context.map { unsafe Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }
}
