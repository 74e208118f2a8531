// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushMosquitto
internal import SealedPushCore
internal import SealedPushOutbox

/// libmosquitto itself.
enum Library {
    static let success: Int32 = 0

    private static let isReady = mosquitto_lib_init() == success
    /// Making a handle changes what SIGPIPE does: one at a time, so that it is put back as it was.
    ///
    /// The value is how many were made: the thread sanitizer takes the place of an empty one for that of its neighbour.
    private static let making = Lock(0)

    static func makeHandle(_ clientID: String, hasSession: Bool) throws(MQTTError) -> OpaquePointer {
        guard isReady else { throw MQTTError(.system, "libmosquitto cannot start") }
        let handle = unsafe making.withLock { count -> OpaquePointer? in
            count += 1
            // libmosquitto lets the process ignore SIGPIPE from then on, which is not a library's to decide. Our threads
            // block it.
            var before = sigaction()
            unsafe sigaction(SIGPIPE, nil, &before)
            defer { unsafe sigaction(SIGPIPE, &before, nil) }
            return unsafe mosquitto_new(clientID, !hasSession, nil)
        }
        guard let handle = unsafe handle else { throw MQTTError(.system, "not enough memory for a connection") }
        return unsafe handle
    }

    static func text(_ status: Int32) -> String {
        let text = unsafe String(cString: mosquitto_strerror(status))
        return SystemText.lowerCased(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }
}

extension mosq_err_t {
    var status: Int32 { rawValue }
}
