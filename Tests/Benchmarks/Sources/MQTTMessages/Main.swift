// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushMQTT
import Synchronization

/// Messages a second that one publisher has acknowledged by a broker, from its first to its last.
///
/// Arguments: port, topic, file with the message, how many.
@main
enum Main {
    // Not on the main thread, where each step would change threads.
    static func main() async throws { try await Task.detached { try await run() }.value }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[4]) else {
            return print("usage: MQTTMessages PORT TOPIC FILE COUNT")
        }
        let payload = [UInt8](try Data(contentsOf: URL(filePath: arguments[3])))
        let topic = try MQTTTopic(arguments[2])
        let broker = try MQTTBroker(url: "mqtt://127.0.0.1:\(arguments[1])")
        let accepted = Atomic(0)
        let start = ContinuousClock.now
        let publisher = try MQTTPublisher(MQTTConfiguration(broker: broker))
        for _ in 0..<count {
            try await publisher.submit(payload, to: topic) { result in
                if case .success = result { accepted.add(1, ordering: .relaxed) }
            }
        }
        await publisher.close()
        let time = ContinuousClock.now - start
        guard accepted.load(ordering: .relaxed) == count else { return print("not all were acknowledged") }
        print(Double(count) / (time / .seconds(1)))
    }
}
