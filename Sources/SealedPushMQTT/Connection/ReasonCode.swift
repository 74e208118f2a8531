// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushMosquitto

/// The reasons of MQTT 5 (2.4), in words.
enum ReasonCode {
    /// The push was taken, and nobody is there to get it.
    static let noSubscriber = MQTT_RC_NO_MATCHING_SUBSCRIBERS.status

    static func text(_ reason: Int32) -> String {
        let text = unsafe String(cString: mosquitto_reason_string(reason)).lowercased()
        let number = "reason \(reason)"
        return text.hasSuffix(".") ? "\(text.dropLast()) (\(number))" : "\(text) (\(number))"
    }

    /// The broker ended the connection and said why.
    static func farewell(_ reason: Int32, _ place: String) -> MQTTError {
        switch reason {
        case MQTT_RC_SESSION_TAKEN_OVER.status:
            MQTTError(
                .sessionTakenOver,
                "\(place) gave the session to another client with the same client id: each device needs its own"
            )
        case MQTT_RC_NOT_AUTHORIZED.status, MQTT_RC_BANNED.status:
            MQTTError(.notAuthorized, "\(place) ended the connection: \(text(reason)); check the broker's rules")
        default:
            MQTTError(.connectionLost, "\(place) ended the connection: \(text(reason))")
        }
    }

    /// The broker did not take a push, or a subscription.
    static func refusal(_ reason: Int32, of what: String, _ place: String) -> MQTTError {
        let isForbidden = reason == MQTT_RC_NOT_AUTHORIZED.status
        return MQTTError(
            isForbidden ? .notAuthorized : .refused,
            "\(place) refuses \(what): \(text(reason))\(isForbidden ? "; check the broker's rules for the topic" : "")"
        )
    }
}

extension mqtt5_return_codes {
    var status: Int32 { Int32(bitPattern: rawValue) }
}
