// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushMQTT
import TestSupport
import Testing

@Suite("A flood")
struct MQTTFloodTests {
    /// Memory of either process, far below what the messages have together.
    private static let memoryLimit = 100 * 1024

    private static func peak(_ line: String?) throws -> Int {
        try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }

    @Test("of 10,000 messages of 16 KB fills neither the publisher nor the device", .timeLimit(.minutes(5)))
    func memory() async throws {
        let broker = try await Mosquitto()
        defer { broker.stop(SIGKILL) }
        let (topic, clientID) = (MQTTTopic.random(), MQTTClientID.random())
        let count = Rounds.count(10_000)
        let size = 16 * 1024
        try await Device.introduce(broker.configuration(), topic: topic, clientID: clientID)
        let fixture = TestFiles.products.appending(path: "MQTTFixture").path
        let published = try Child.run(fixture, ["publish", broker.url, topic.name, "\(count)", "\(size)"])
        let publisher = try #require(published.text.split(separator: "\n").last.map(String.init))
        #expect(publisher.hasPrefix("published \(count) "), "\(published.text)\(published.error)")
        #expect(try Self.peak(publisher) < Self.memoryLimit)
        let counted = try Child.run(fixture, ["count", broker.url, topic.name, clientID.text, "\(count)"])
        let device = try #require(counted.text.split(separator: "\n").last.map(String.init))
        #expect(device.hasPrefix("counted \(count) bytes \(count * size) "), "\(counted.text)\(counted.error)")
        #expect(try Self.peak(device) < Self.memoryLimit)
    }
}
