// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushMQTT

/// A publisher or a device in a process of its own, for tests that kill it or weigh it, and for measuring.
///
///     MQTTFixture hold URL TOPIC CLIENT-ID        takes one message, says so and never acknowledges it
///     MQTTFixture count URL TOPIC CLIENT-ID N     acknowledges N messages
///     MQTTFixture publish URL TOPIC N SIZE        publishes N messages of SIZE bytes
@main
enum Main {
    /// What is wrong with the command line.
    struct UsageError: Error {}

    /// The most memory this process has had at once, in KiB.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else { throw UsageError() }
        return number
    }

    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    private static func hold(_ configuration: MQTTConfiguration, _ topic: MQTTTopic, _ id: MQTTClientID) throws {
        let subscriber = try MQTTSubscriber(configuration, clientID: id, topics: [topic]) { state in
            say("state \(state)")
        } onMessage: { delivery in
            say("holding \(String(decoding: delivery.message.payload, as: UTF8.self))")
            // Until it is killed.
            while true { pause() }
        }
        while true { pause() }
        withExtendedLifetime(subscriber) {}
    }

    private static func count(_ configuration: MQTTConfiguration, _ topic: MQTTTopic, _ id: MQTTClientID, _ wanted: Int)
        async throws
    {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .unbounded)
        let subscriber = try MQTTSubscriber(configuration, clientID: id, topics: [topic]) { state in
            say("state \(state)")
        } onMessage: { delivery in
            delivery.acknowledge()
            continuation.yield(delivery.message.payload.count)
        }
        var taken = 0
        var bytes = 0
        for await size in stream {
            taken += 1
            bytes += size
            if taken == wanted { break }
        }
        await subscriber.close()
        say("counted \(taken) bytes \(bytes) peak \(try peakMemory())")
    }

    // Not on the main actor, where each step would change threads.
    @concurrent
    private static func publish(_ configuration: MQTTConfiguration, _ topic: MQTTTopic, _ count: Int, _ size: Int)
        async throws
    {
        let publisher = try MQTTPublisher(configuration)
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        let start = ContinuousClock.now
        for _ in 0..<count {
            try await publisher.submit(payload, to: topic) { result in
                if case .failure(let error) = result { say("failed: \(error)") }
            }
        }
        await publisher.close()
        let time = ContinuousClock.now - start
        let rate = Double(count) / (time / .seconds(1))
        say("published \(count) rate \(Int(rate)) peak \(try peakMemory())")
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4 else { throw UsageError() }
        let configuration = MQTTConfiguration(broker: try MQTTBroker(url: arguments[1]))
        let topic = try MQTTTopic(arguments[2])
        switch arguments[0] {
        case "hold": try hold(configuration, topic, try MQTTClientID(arguments[3]))
        case "count":
            guard arguments.count == 5, let wanted = Int(arguments[4]) else { throw UsageError() }
            try await count(configuration, topic, try MQTTClientID(arguments[3]), wanted)
        case "publish":
            guard arguments.count == 5, let number = Int(arguments[3]), let size = Int(arguments[4]) else {
                throw UsageError()
            }
            try await publish(configuration, topic, number, size)
        default: throw UsageError()
        }
    }
}
