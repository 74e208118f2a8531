// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushMQTT
import Testing

@Suite("The address of a broker")
struct MQTTBrokerTests {
    @Test(
        "is read with its host, port and TLS",
        arguments: [
            ("mqtts://b", "b", 8883, true, "mqtts://b:8883"),
            ("mqtt://b", "b", 1883, false, "mqtt://b:1883"),
            ("MQTTS://Broker.Example", "Broker.Example", 8883, true, "mqtts://Broker.Example:8883"),
            ("mqtts://b/", "b", 8883, true, "mqtts://b:8883"),
            ("mqtts://b:1", "b", 1, true, "mqtts://b:1"),
            ("mqtt://10.0.0.1:65535", "10.0.0.1", 65535, false, "mqtt://10.0.0.1:65535"),
            ("mqtts://[::1]", "::1", 8883, true, "mqtts://[::1]:8883"),
            ("mqtts://[fe80::1%eth0]:99/", "fe80::1%eth0", 99, true, "mqtts://[fe80::1%eth0]:99"),
            ("mqtts://my_broker.local", "my_broker.local", 8883, true, "mqtts://my_broker.local:8883"),
        ]
    )
    func reads(url: String, host: String, port: Int, usesTLS: Bool, description: String) throws {
        let broker = try MQTTBroker(url: url)
        #expect(broker.host == host)
        #expect(broker.port == port)
        #expect(broker.usesTLS == usesTLS)
        #expect(broker.description == description)
        #expect(try MQTTBroker(url: broker.description) == broker)
    }

    @Test(
        "is refused with a line that says why",
        arguments: [
            ("", "is not the address of a broker"), ("b", "is not the address of a broker"),
            ("b:8883", "is not the address of a broker"), ("mqtts:b", "is not the address of a broker"),
            ("ws://b", "MQTT over WebSocket (ws) is not supported"),
            ("wss://b/mqtt", "MQTT over WebSocket (wss) is not supported"),
            ("http://b", "http is not a scheme of MQTT"), ("://b", "is not a scheme of MQTT"),
            ("mqtts://", "has no host"), ("mqtts:///", "has no host"), ("mqtts://:8883", "has no host"),
            ("mqtts://b c", "has no host"), ("mqtts://bé", "has no host"), ("mqtts://-b", "has no host"),
            ("mqtts://b%20", "has no host"), ("mqtts://b\u{0}", "has no host"),
            ("mqtts://b/topic", "more than a host and a port"), ("mqtts://b?x", "more than a host and a port"),
            ("mqtts://b#x", "more than a host and a port"), ("mqtts://b//", "more than a host and a port"),
            ("mqtts://b:", "has a port that"), ("mqtts://b:0", "has a port that"),
            ("mqtts://b:65536", "has a port that"),
            ("mqtts://b:+1", "has a port that"), ("mqtts://b:1x", "has a port that"),
            ("mqtts://b:1:2", "has a port that"),
            ("mqtts://::1", "has no host"), ("mqtts://[::1", "has '[' without ']'"),
            ("mqtts://[b]", "something else than an IPv6 address"),
            ("mqtts://[::1]x", "something else than an IPv6 address"),
            ("mqtts://" + String(repeating: "b", count: 254), "has no host"),
        ]
    )
    func refuses(url: String, reason: String) throws {
        let error = try #require(throws: MQTTError.self) { try MQTTBroker(url: url) }
        #expect(error.code == .badAddress)
        #expect(error.description.contains(reason), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test(
        "with a user or password is refused, and the password is not repeated",
        arguments: [
            "mqtts://u:hunter2@b", "mqtts://hunter2@b", "mqtt://@b", "mqtts://b/hunter2@", "u:hunter2@b", "hunter2@x",
        ]
    )
    func hidesPasswords(url: String) throws {
        let error = try #require(throws: MQTTError.self) { try MQTTBroker(url: url) }
        #expect(error.code == .badAddress)
        #expect(!error.description.contains("hunter2"))
    }

    @Test("says where a password goes")
    func saysWherePasswordsGo() throws {
        let error = try #require(throws: MQTTError.self) { try MQTTBroker(url: "mqtts://u:p@b") }
        #expect(error.description.contains("a password into a file of mode 0600"))
    }

    @Test("and a topic come from a card and go into one")
    func cards() throws {
        let claim = try #require(PushAddress.MQTT(url: "mqtts://broker.example", topic: "push/phone"))
        let address = try MQTTAddress(claim)
        #expect(address.broker.host == "broker.example")
        #expect(address.topic.name == "push/phone")
        let again = try #require(address.pushAddress)
        #expect(try MQTTAddress(again) == address)
        let other = try #require(PushAddress.MQTT(url: "wss://broker.example/mqtt", topic: "push/phone"))
        #expect(throws: MQTTError.self) { try MQTTAddress(other) }
        let pattern = try #require(PushAddress.MQTT(url: "mqtts://broker.example", topic: "push/#"))
        let error = try #require(throws: MQTTError.self) { try MQTTAddress(pattern) }
        #expect(error.code == .badTopic)
    }
}
