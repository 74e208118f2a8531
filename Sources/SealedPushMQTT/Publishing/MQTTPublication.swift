// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushMosquitto
internal import SealedPushCore

/// One push as it goes to a link.
struct MQTTPublication: Sendable {
    let payload: [UInt8]
    let topic: MQTTTopic
    let timeToLive: UInt32?
    let id: MessageID?

    /// Queues it at a link.
    ///
    /// - Returns: the packet's number, by which the broker answers.
    func publish(on link: Link) throws(MQTTError) -> Int32 {
        var properties: OpaquePointer?
        defer { unsafe mosquitto_property_free_all(&properties) }
        if let timeToLive {
            let name = Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue)
            guard unsafe mosquitto_property_add_int32(&properties, name, timeToLive) == Library.success else {
                throw MQTTError(.system, "not enough memory for a push")
            }
        }
        var packet: Int32 = 0
        let status = unsafe payload.withUnsafeBytes { bytes in
            unsafe mosquitto_publish_v5(
                link.handle,
                &packet,
                topic.name,
                Int32(clamping: bytes.count),
                bytes.baseAddress,
                1,
                false,
                properties
            )
        }
        let place = link.configuration.broker
        switch status {
        case Library.success: return packet
        case MOSQ_ERR_OVERSIZE_PACKET.status, MOSQ_ERR_PAYLOAD_SIZE.status:
            throw MQTTError(.tooLarge, "a payload of \(payload.count) bytes is more than \(place) takes")
        case MOSQ_ERR_QOS_NOT_SUPPORTED.status:
            throw MQTTError(
                .refused,
                "\(place) acknowledges nothing (no QoS 1), so a push could be lost: use another broker"
            )
        case MOSQ_ERR_NOMEM.status:
            throw MQTTError(.system, "not enough memory for a push")
        default:
            throw MQTTError(.refused, "a push cannot be sent to \(place): \(Library.text(status))")
        }
    }
}
