// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushOutbox
import TestSupport
import Testing

@testable import SealedPushMQTT

@Suite("A subscriber")
struct MQTTSubscriberTests {
    @Test("gets what was published while it was away, all of it and in order")
    func offline() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let (topic, clientID) = (MQTTTopic.random(), MQTTClientID.random())
        try await Device.introduce(broker.configuration(), topic: topic, clientID: clientID)
        let publisher = try MQTTPublisher(broker.configuration())
        for index in 0..<1000 { try await publisher.submit([UInt8]("\(index)".utf8), to: topic) { _ in } }
        await publisher.close()
        let device = try Device(broker.configuration(), topic: topic, clientID: clientID)
        #expect(try await device.texts(1000) == (0..<1000).map { "\($0)" })
        try await device.connected()
        #expect(device.states.elements == [.connected(resumed: true)])
        await device.subscriber.close()
    }

    @Test("loses nothing that was acknowledged when the broker restarts in between", .timeLimit(.minutes(5)))
    func restarts() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        let count = Rounds.count(5_000)
        let results = Collected<Int>()
        let publisher = try MQTTPublisher(broker.configuration(), maximumOutstanding: 100)
        let topic = device.topic
        let flow = Task {
            for index in 0..<count {
                try await publisher.submit([UInt8]("\(index)".utf8), to: topic) { result in
                    if case .success = result { results.add(index) }
                }
            }
        }
        for part in 1...3 {
            try await results.wait(count: count * part / 5)
            broker.stop(SIGTERM)
            try await broker.start()
        }
        try await flow.value
        await publisher.close()
        #expect(results.elements.count == count)
        let deliveries = try await device.deliveries.wait { deliveries in
            Set(deliveries.map { $0.message.payload }).count == count
        }
        // Each of them at least once; the first times in order.
        var seen: Set<[UInt8]> = []
        let first = deliveries.map { $0.message.payload }.filter { seen.insert($0).inserted }
        #expect(first.map { String(decoding: $0, as: UTF8.self) } == (0..<count).map { "\($0)" })
        await device.subscriber.close()
    }

    @Test("comes back after the broker was killed, and so does a publisher")
    func killed() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish("before", to: device.topic)
        try await device.deliveries.wait(count: 1)
        broker.stop(SIGKILL)
        try await device.states.wait(count: 2)
        guard case .lost(let error) = device.states.elements[1] else { throw Device.Unexpected() }
        #expect(error.code == .connectionLost)
        try await broker.start()
        // While nobody listened, there was another failure to tell.
        try await device.states.wait { $0.last == .connected(resumed: true) || $0.last == .connected(resumed: false) }
        try await publisher.publish("after", to: device.topic)
        try await device.deliveries.wait { $0.last?.message.payload == [UInt8]("after".utf8) }
    }

    @Test("that is killed before it acknowledged gets the message again, marked as repeated")
    func redelivery() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let (topic, clientID) = (MQTTTopic.random(), MQTTClientID.random())
        let (reading, writing) = try Pipe.make()
        let fixture = TestFiles.products.appending(path: "MQTTFixture").path
        let child = try Child(
            fixture,
            ["hold", broker.url, topic.name, clientID.text],
            descriptors: [nil, writing, 2]
        )
        close(writing)
        let lines = Collected<String>()
        Pipe.read(reading) { lines.add($0) }
        try await lines.wait { $0.contains { $0.hasPrefix("state connected") } }
        let publisher = try MQTTPublisher(broker.configuration())
        for text in ["first", "second"] { try await publisher.publish(text, to: topic) }
        try await lines.wait(for: "holding first")
        kill(child.pid, SIGKILL)
        #expect(child.wait() == 128 + SIGKILL)
        #expect(lines.elements.filter { $0.hasPrefix("holding") } == ["holding first"])
        let device = try Device(broker.configuration(), topic: topic, clientID: clientID)
        #expect(try await device.texts(2) == ["first", "second"])
        #expect(device.deliveries.elements[0].message.isDuplicate)
        await device.subscriber.close()
        // Acknowledged now, so nothing is left.
        let next = try Device(broker.configuration(), topic: topic, clientID: clientID)
        try await next.connected()
        try await publisher.publish("third", to: topic)
        #expect(try await next.texts(1) == ["third"])
    }

    @Test("gets a message again that it left, and the next one only after it", arguments: [true, false])
    func leaves(byLettingGo: Bool) async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let topic = MQTTTopic.random()
        let texts = Collected<String>()
        let states = Collected<MQTTState>()
        let subscriber = try MQTTSubscriber(broker.configuration(), clientID: .random(), topics: [topic]) { state in
            states.add(state)
        } onMessage: { delivery in
            texts.add(String(decoding: delivery.message.payload, as: UTF8.self))
            if texts.elements.count > 2 { return delivery.acknowledge() }
            // Without an answer it is left as well.
            if !byLettingGo { delivery.leave() }
        }
        try await states.wait(count: 1)
        let publisher = try MQTTPublisher(broker.configuration())
        for text in ["a", "b"] { try await publisher.publish(text, to: topic) }
        #expect(try await texts.wait(count: 4) == ["a", "a", "a", "b"])
        #expect(states.elements.contains { if case .lost(let error) = $0 { error.code == .left } else { false } })
        await subscriber.close()
    }

    @Test("takes one message at a time, and has all the time that the configuration promises", .timeLimit(.minutes(2)))
    func slowHandler() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        var configuration = try broker.configuration()
        configuration.keepAlive = 10
        let device = try Device(configuration, acknowledges: false)
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        for index in 0..<3 { try await publisher.publish("\(index)", to: device.topic) }
        for index in 0..<3 {
            let delivery = try await device.deliveries.wait(count: index + 1)[index]
            let ticks = Collected<Void>()
            // Longer than the broker and libmosquitto wait for each other in silence, but for this.
            let timer = DispatchSource.makeTimerSource()
            timer.schedule(deadline: .now() + .seconds(index == 1 ? 11 : 1))
            timer.setEventHandler { ticks.add(()) }
            timer.resume()
            try await ticks.wait(count: 1)
            timer.cancel()
            #expect(device.deliveries.elements.count == index + 1)
            delivery.acknowledge()
        }
        try await publisher.publish("3", to: device.topic)
        #expect(try await device.texts(4) == ["0", "1", "2", "3"])
        #expect(device.states.elements == [.connected(resumed: false)])
        await publisher.close()
    }

    @Test("counts and acknowledges what is too large, and does without what is much too large")
    func oversized() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration())
        try await device.connected()
        for size in [65_537, 1_000_000, 1_100_000, 65_536] {
            let file = try broker.folder.write("payload", [UInt8](repeating: 65, count: size))
            let outcome = try Child.run(
                "mosquitto_pub",
                ["-p", "\(broker.port)", "-h", "127.0.0.1", "-q", "1", "-t", device.topic.name, "-f", file]
            )
            #expect(outcome.code == 0, "mosquitto_pub (apt-get install mosquitto-clients): \(outcome.error)")
        }
        #expect(try await device.deliveries.wait(count: 1)[0].message.payload.count == 65_536)
        #expect(device.subscriber.oversizedCount == 2)
        await device.subscriber.close()
        // None of them waits at the broker.
        let next = try Device(broker.configuration(), topic: device.topic, clientID: device.clientID)
        try await next.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish("after", to: device.topic)
        #expect(try await next.texts(1) == ["after"])
        #expect(next.subscriber.oversizedCount == 0)
    }

    @Test("is told what is retained, once, and what nobody waits to see acknowledged")
    func retained() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let topic = MQTTTopic.random()
        for arguments in [["-r", "-q", "1", "-m", "kept"]] {
            _ = try Child.run(
                "mosquitto_pub",
                ["-p", "\(broker.port)", "-h", "127.0.0.1", "-t", topic.name] + arguments
            )
        }
        let device = try Device(broker.configuration(), topic: topic)
        #expect(try await device.texts(1) == ["kept"])
        #expect(device.deliveries.elements[0].message.isRetained)
        try await device.connected()
        _ = try Child.run(
            "mosquitto_pub",
            ["-p", "\(broker.port)", "-h", "127.0.0.1", "-t", topic.name, "-m", "light"]
        )
        #expect(try await device.texts(2) == ["kept", "light"])
        #expect(!device.deliveries.elements[1].message.isRetained)
        #expect(!device.deliveries.elements[1].message.isAcknowledged)
        await device.subscriber.close()
        let next = try Device(broker.configuration(), topic: topic, clientID: device.clientID)
        try await next.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish("after", to: topic)
        #expect(try await next.texts(1) == ["after"])
    }

    @Test("closes only after the message it has is answered for")
    func closing() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let device = try Device(broker.configuration(), acknowledges: false)
        try await device.connected()
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish("a", to: device.topic)
        let delivery = try await device.deliveries.wait(count: 1)[0]
        let order = Collected<String>()
        let closing = Task {
            await device.subscriber.close()
            order.add("closed")
        }
        while device.subscriber.line.phase == .open { await Task.yield() }
        try await publisher.publish("b", to: device.topic)
        order.add("acknowledged")
        delivery.acknowledge()
        await closing.value
        #expect(order.elements == ["acknowledged", "closed"])
        #expect(device.texts == ["a"])
        let next = try Device(broker.configuration(), topic: device.topic, clientID: device.clientID)
        #expect(try await next.texts(1) == ["b"])
    }

    @Test("that is let go in the middle of a message leaves it with the broker")
    func letGo() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let (topic, clientID) = (MQTTTopic.random(), MQTTClientID.random())
        let held = Collected<MQTTDelivery>()
        do {
            let states = Collected<MQTTState>()
            let subscriber = try MQTTSubscriber(broker.configuration(), clientID: clientID, topics: [topic]) {
                states.add($0)
            } onMessage: {
                held.add($0)
            }
            try await states.wait(count: 1)
            let publisher = try MQTTPublisher(broker.configuration())
            try await publisher.publish("a", to: topic)
            try await held.wait(count: 1)
            withExtendedLifetime(subscriber) {}
        }
        let device = try Device(broker.configuration(), topic: topic, clientID: clientID)
        #expect(try await device.texts(1) == ["a"])
    }
}
