// SPDX-License-Identifier: Apache-2.0

import SealedPushCore

import Glibc
import TestSupport
import Testing

@testable import SealedPushMQTT

@Suite("A publisher")
struct MQTTPublisherTests {
    @Test("brings a push to the device, as it was and in order")
    func delivers() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        for index in 0..<100 { try await publisher.publish("push \(index)", to: device.topic) }
        let bytes = (0...255).map { UInt8($0) }
        let receipt = try await publisher.publish(bytes, to: device.topic, timeToLive: 60)
        #expect(receipt == MQTTReceipt(hasSubscriber: true, attempts: 1))
        let deliveries = try await device.deliveries.wait(count: 101)
        #expect(device.texts.prefix(100) == (0..<100).map { "push \($0)" }[...])
        let last = try #require(deliveries.last).message
        #expect(last.payload == bytes)
        #expect(last.topic == device.topic.name)
        #expect(!last.isRetained && !last.isDuplicate && last.isAcknowledged)
        await publisher.close()
        await device.subscriber.close()
    }

    @Test("says when nobody has subscribed")
    func nobody() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let publisher = try MQTTPublisher(broker.configuration())
        #expect(try await publisher.publish([1], to: .random()) == MQTTReceipt(hasSubscriber: false, attempts: 1))
    }

    @Test("takes payloads up to the limit, an empty one included, and no larger", arguments: [0, 1, 65_535, 65_536])
    func sizes(size: Int) async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        let payload = [UInt8](repeating: 7, count: size)
        try await publisher.publish(payload, to: device.topic)
        #expect(try await device.deliveries.wait(count: 1).first?.message.payload == payload)
        let id = MessageID()
        let error = try await #require(throws: MQTTError.self) {
            try await publisher.publish([UInt8](repeating: 7, count: 65_537), to: device.topic, id: id)
        }
        #expect(error.code == .tooLarge)
        #expect(error.id == id)
    }

    @Test("is told by the broker when a payload is too large for it, and goes on")
    func tooLargeForBroker() async throws {
        let broker = try await Mosquitto(["allow_anonymous true", "max_packet_size 2000"])
        defer { broker.stop(SIGKILL) }
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish([1], to: .random())
        let error = try await #require(throws: MQTTError.self) {
            try await publisher.publish([UInt8](repeating: 7, count: 3000), to: .random())
        }
        #expect(error.code == .tooLarge)
        #expect(error.attempts == 0 && !error.mayHaveBeenAccepted)
        try await publisher.publish([2], to: .random())
    }

    @Test("has many under way at once, and no more than it may hold")
    func submits() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration(), maximumOutstanding: 10)
        let count = Rounds.count(10_000)
        let results = Collected<Result<MQTTReceipt, MQTTError>>()
        for index in 0..<count {
            try await publisher.submit([UInt8]("\(index)".utf8), to: device.topic) { results.add($0) }
            // Ten it holds; ten more have had their place taken again, and are about to be told by the one thread that tells.
            #expect(index + 1 - results.elements.count <= 20)
        }
        await publisher.close()
        #expect(
            results.elements == Array(repeating: .success(MQTTReceipt(hasSubscriber: true, attempts: 1)), count: count)
        )
        #expect(try await device.texts(count) == (0..<count).map { "\($0)" })
        await #expect(throws: MQTTError.self) { try await publisher.publish([1], to: device.topic) }
    }

    @Test("gives up at its deadline when nobody listens, and says why")
    func unreachable() async throws {
        let port = try FreePort.find()
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://127.0.0.1:\(port)"))
        configuration.reconnection.firstDelay = .milliseconds(10)
        var retry = MQTTRetryPolicy()
        retry.deadline = .seconds(2)
        let publisher = try MQTTPublisher(configuration, retry: retry)
        let error = try await #require(throws: MQTTError.self) { try await publisher.publish([1], to: .random()) }
        #expect(error.code == .timedOut)
        #expect(error.description.contains("connection refused"))
        #expect(error.attempts == 0 && !error.mayHaveBeenAccepted)
        await publisher.close()
    }

    @Test("gives up one whose task is cancelled, at once, and sends the others")
    func cancellation() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        broker.stop(SIGTERM)
        let topic = device.topic
        let publisher = try MQTTPublisher(broker.configuration())
        let cancelled = Task { try await publisher.publish("cancelled", to: topic) }
        let kept = Task { try await publisher.publish("kept", to: topic) }
        cancelled.cancel()
        let error = await #expect(throws: MQTTError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        try await broker.start()
        try await kept.value
        #expect(try await device.texts(1) == ["kept"])
    }

    @Test("fails what it holds when it is let go")
    func abandoned() async throws {
        let port = try FreePort.find()
        let configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://127.0.0.1:\(port)"))
        let results = Collected<Result<MQTTReceipt, MQTTError>>()
        do {
            let publisher = try MQTTPublisher(configuration)
            try await publisher.submit([1], to: .random()) { results.add($0) }
        }
        let result = try #require(try await results.wait(count: 1).first)
        let error = try #require(throws: MQTTError.self) { try result.get() }
        #expect(error.code == .closed)
    }

    @Test("closes even while an attempt to connect hangs")
    func closesWhileConnecting() async throws {
        // Nobody accepts: the system answers the connection, and then there is silence.
        let (listener, port) = try FreePort.listen()
        defer { close(listener) }
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://127.0.0.1:\(port)"))
        configuration.connectTimeout = .milliseconds(200)
        configuration.reconnection.firstDelay = .milliseconds(10)
        var retry = MQTTRetryPolicy()
        retry.deadline = .seconds(3)
        let states = Collected<MQTTState>()
        let publisher = try MQTTPublisher(configuration, retry: retry) { states.add($0) }
        let error = try await #require(throws: MQTTError.self) { try await publisher.publish([1], to: .random()) }
        #expect(error.code == .timedOut)
        #expect(error.description.contains("no answer from mqtt://127.0.0.1:\(port) within"))
        await publisher.close()
        // The same failure again and again is told once.
        #expect(states.elements.count == 1)
    }

    @Test("sends again over the next connection what was not acknowledged over the last, in its order")
    func sendsAgain() async throws {
        let topic = try MQTTTopic("t")
        let received = Collected<[UInt8]>()
        let broker = try FakeBroker { client in
            guard client.receive() != nil else { return }
            client.send([0x20, 3, 0, 0, 0])
            var taken = 0
            while taken < 2, let bytes = client.receive() {
                // Each is 0x32, length, topic (3), packet (2), no properties, one byte of payload.
                for start in stride(from: 0, to: bytes.count, by: 9) where bytes[start] == 0x32 {
                    received.add([UInt8(client.number), bytes[start + 8]])
                    taken += 1
                    // The first connection ends before any answer.
                    if client.number > 0 { client.send([0x40, 2, bytes[start + 5], bytes[start + 6]]) }
                }
            }
            if client.number > 0 { _ = client.receive() }
        }
        let publisher = try MQTTPublisher(broker.configuration())
        let results = Collected<Result<MQTTReceipt, MQTTError>>()
        for number: UInt8 in 1...2 { try await publisher.submit([number], to: topic) { results.add($0) } }
        let expected = MQTTReceipt(hasSubscriber: true, attempts: 2)
        #expect(try await results.wait(count: 2) == [.success(expected), .success(expected)])
        #expect(received.elements == [[0, 1], [0, 2], [1, 1], [1, 2]])
        await publisher.close()
        withExtendedLifetime(broker) {}
    }

    @Test("gives up a broker that acknowledges nothing, and says how often it tried")
    func silentBroker() async throws {
        let broker = try FakeBroker { client in
            guard client.receive() != nil else { return }
            client.send([0x20, 3, 0, 0, 0])
            while client.receive() != nil {}
        }
        var retry = MQTTRetryPolicy()
        retry.attempts = 2
        retry.answerTimeout = .milliseconds(200)
        let publisher = try MQTTPublisher(broker.configuration(), retry: retry)
        let id = MessageID()
        let error = try await #require(throws: MQTTError.self) {
            try await publisher.publish([1], to: .random(), id: id)
        }
        #expect(error.code == .connectionLost)
        #expect(error.description.contains("sent 2 times and never acknowledged; last: "), "\(error)")
        #expect(error.attempts == 2 && error.mayHaveBeenAccepted && error.id == id)
        withExtendedLifetime(broker) {}
    }
}
