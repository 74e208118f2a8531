// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// Where pushes go, as a card says it.
struct PushAddressTests {
    @Test(
        "A device token is hex, two digits a byte, of any length",
        arguments: ["00", "00FFaa", String(repeating: "0a", count: 100)]
    )
    func token(_ token: String) {
        #expect(
            PushAddress.APNs(token: token, topic: "com.example.app", environment: .development)?.token
                == token
        )
    }

    @Test("What is no token is refused", arguments: ["", "0", "0g", "00 ", "0x00", "<00>", "é0"])
    func noToken(_ token: String) {
        #expect(
            PushAddress.APNs(token: token, topic: "com.example.app", environment: .production) == nil
        )
    }

    @Test(
        "A topic that could not stand in a header is refused",
        arguments: ["", "a b", "a\r\nb", "é", String(repeating: "a", count: 256)]
    )
    func noTopic(_ topic: String) {
        #expect(PushAddress.APNs(token: "00", topic: topic, environment: .production) == nil)
    }

    @Test(
        "A broker is a URL of any scheme with a host",
        arguments: [
            "mqtts://b", "mqtt://b:1883", "mqtts://broker.example:8883/path?x=a@b", "mqtts://[::1]:8883",
            "mqtts://10.0.0.1", "wss://b/mqtt", "MQTTS://b", "mqtt+tls.1-x://b",
        ]
    )
    func broker(_ url: String) {
        #expect(PushAddress.MQTT(url: url, topic: "push/phone")?.url == url)
    }

    @Test(
        "A URL without scheme or host, or with user information, is refused",
        arguments: [
            "", "mqtts://", "mqtts:///x", "mqtts://:8883", "mqtts://?x", "b", "://b", "1x://b", "a_b://b",
            "mqtts:b", "mqtts:/b", "mqtts://u@b",
            "mqtts://u:p@b", "mqtts://@b", "mqtts://b c", "mqtts://b\n", "mqtts://é",
            "mqtts://" + String(repeating: "b", count: 248),
        ]
    )
    func noBroker(_ url: String) {
        #expect(PushAddress.MQTT(url: url, topic: "push/phone") == nil)
    }

    @Test("A topic at a broker has a character at least, and 65,535 bytes at most")
    func brokerTopic() {
        #expect(PushAddress.MQTT(url: "mqtts://b", topic: "") == nil)
        #expect(PushAddress.MQTT(url: "mqtts://b", topic: String(repeating: "t", count: 65_535)) != nil)
        #expect(PushAddress.MQTT(url: "mqtts://b", topic: String(repeating: "t", count: 65_536)) == nil)
    }
}
