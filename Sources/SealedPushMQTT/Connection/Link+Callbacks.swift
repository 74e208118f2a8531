// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushMosquitto
internal import SealedPushOutbox

extension Link {
    /// Where the reasons begin that refuse something: MQTT 5, 2.4.
    static let firstRefusal: Int32 = 0x80
    /// How libmosquitto's log begins what it says of a message that is repeated; no callback is told that.
    private static let duplicateMark = "received PUBLISH (d1"
    private static let tlsMark = "OpenSSL Error"

    func setCallbacks() {
        unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        unsafe mosquitto_connect_v5_callback_set(handle) { _, context, reason, flags, properties in
            unsafe Link.of(context)?.noteConnect(reason, flags, properties)
        }
        unsafe mosquitto_disconnect_v5_callback_set(handle) { _, context, reason, _ in
            // Below that it is libmosquitto's own status, which its loop returns too.
            guard reason >= Link.firstRefusal else { return }
            unsafe Link.of(context)?.notes.farewell = reason
        }
        unsafe mosquitto_publish_v5_callback_set(handle) { _, context, packet, reason, _ in
            unsafe Link.of(context)?.notes.published.append((packet, reason))
        }
        unsafe mosquitto_subscribe_v5_callback_set(handle) { _, context, _, count, reasons, _ in
            guard let reasons = unsafe reasons, count >= 0 else { return }
            let answer = unsafe [Int32](UnsafeBufferPointer(start: reasons, count: Int(count)))
            unsafe Link.of(context)?.notes.subscribeAnswer = answer
        }
        unsafe mosquitto_message_callback_set(handle) { _, context, message in
            guard let message = unsafe message?.pointee, let link = unsafe Link.of(context) else { return }
            unsafe link.take(message)
        }
        unsafe mosquitto_log_callback_set(handle) { _, context, level, text in
            guard let text = unsafe text else { return }
            unsafe Link.of(context)?.noteLog(level, text)
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Link? {
        // The handle lives no longer than its link.
        unsafe context.map { unsafe Unmanaged<Link>.fromOpaque($0).takeUnretainedValue() }
    }

    private func noteConnect(_ reason: Int32, _ flags: Int32, _ properties: OpaquePointer?) {
        notes.connectAnswer = reason
        notes.hadSession = flags & 1 != 0
        var window = UInt16.max
        let name = Int32(MQTT_PROP_RECEIVE_MAXIMUM.rawValue)
        if unsafe mosquitto_property_read_int16(properties, name, &window, false) != nil { notes.brokerWindow = window }
        // From here on a publisher has no use for it, and it costs a line of text for each packet.
        if !settings.receives, tls == nil { unsafe mosquitto_log_callback_set(handle, nil) }
    }

    private func noteLog(_ level: Int32, _ text: UnsafePointer<CChar>) {
        if level == MOSQ_LOG_ERR {
            guard unsafe strncmp(text, Self.tlsMark, Self.tlsMark.utf8.count) == 0 else { return }
            // "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed"
            let parts = unsafe String(cString: text).split(separator: ":")
            if let last = parts.last { notes.tlsDetail = SystemText.lowerCased(String(last)) }
        } else if settings.receives, unsafe strstr(text, Self.duplicateMark) != nil {
            notes.nextIsDuplicate = true
        }
    }

    private func take(_ message: mosquitto_message) {
        let isDuplicate = notes.nextIsDuplicate
        notes.nextIsDuplicate = false
        guard doom == nil, let onMessage, let topic = unsafe message.topic else { return }
        let payload = unsafe UnsafeRawBufferPointer(
            start: message.payload,
            count: message.payload == nil ? 0 : max(0, Int(message.payloadlen))
        )
        let message = unsafe MQTTMessage(
            topic: String(cString: topic),
            payload: [UInt8](payload),
            isRetained: message.retain,
            isDuplicate: isDuplicate,
            isAcknowledged: message.qos > 0
        )
        onMessage(message)
    }
}
