// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushMQTT
import SealedPushSender
import SealedPushStore
import Synchronization

/// How long a push that has arrived takes until the listener shows it: median and 99th percentile in milliseconds.
///
/// Pushes come one at a time, the next when the one before was shown. It has arrived when a second subscriber of this
/// process, to whom the broker hands it at the same time, has it; it is shown when its text stands in the terminal.
/// Arguments: port, the program `sealedpush-listen`, a folder of its own, how many.
@main
enum Main {
    /// What was not measured: the first ones start processes and fill caches.
    private static let warmUp = 20

    @concurrent
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[4]) else {
            return print("usage: ListenLatency PORT LISTENER FOLDER COUNT")
        }
        let url = "mqtt://127.0.0.1:\(arguments[1])"
        let folder = arguments[3]
        let topic = MQTTTopic.random()
        let signer = try SigningKey.Secret()
        let store = try SQLiteKeyStore(at: "\(folder)/keys.db")
        let recipient = Recipient(try store.makeDevice("desk").publicKey)
        try store.trust(signer.publicKey, as: "door")
        let address = PushAddress.MQTT(url: url, topic: topic.name)
        _ = try store.card(of: "desk", displayName: nil, address: PushAddress(mqtt: address))

        let arrivals = Stamps()
        let configuration = MQTTConfiguration(broker: try MQTTBroker(url: url))
        let witness = try MQTTSubscriber(configuration, clientID: .random(), topics: [topic]) { state in
            if case .connected = state { arrivals.add() }
        } onMessage: { delivery in
            arrivals.add()
            delivery.acknowledge()
        }
        await arrivals.next()
        let listener = Listener(arguments[2], store: store.path, folder: folder)
        try await listener.start()
        defer { listener.end() }

        let publisher = try MQTTPublisher(configuration)
        let sealer = Sealer(signingWith: signer)
        var times: [Duration] = []
        for number in 0..<(count + warmUp) {
            let push = try sealer.seal(
                PushPayload(title: "push", body: "Front door opened, time \(number)"),
                to: recipient
            )
            try await publisher.publish(push.json, to: topic)
            let arrival = await arrivals.next()
            let shown = await listener.shown.next()
            if number >= warmUp { times.append(shown - arrival) }
        }
        await publisher.close()
        await witness.close()
        times.sort()
        for (name, index) in [("median", count / 2), ("99th percentile", count * 99 / 100)] {
            print("\(name)\t\(times[index] / .milliseconds(1))")
        }
    }
}

/// Moments, as another thread notes them.
final class Stamps: Sendable {
    private let stream: AsyncStream<ContinuousClock.Instant>
    private let continuation: AsyncStream<ContinuousClock.Instant>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded) }

    func add() { continuation.yield(.now) }

    /// The next one; waits for it.
    @discardableResult
    func next() async -> ContinuousClock.Instant {
        for await stamp in stream { return stamp }
        return .now
    }
}

/// The listener, as a process that shows in a terminal.
final class Listener: Sendable {
    /// When each text stood there.
    let shown = Stamps()
    private let isListening = Stamps()
    private let process = Mutex(Process())
    private let arguments: [String]
    private let program: String

    init(_ program: String, store: String, folder: String) {
        self.program = program
        arguments = ["--store", store, "--data", "\(folder)/listen", "--show", "terminal"]
    }

    func start() async throws {
        let (output, error) = (Pipe(), Pipe())
        Self.eachLine(of: output) { [shown] line in
            // The line below the title.
            if line.hasPrefix("    Front door opened, time ") { shown.add() }
        }
        Self.eachLine(of: error) { [isListening] line in
            if line.contains("listening as") { isListening.add() }
        }
        try process.withLock { process in
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.standardOutput = output
            process.standardError = error
            try process.run()
        }
        await isListening.next()
    }

    func end() {
        process.withLock { process in
            process.terminate()
            process.waitUntilExit()
        }
    }

    private static func eachLine(of pipe: Pipe, _ body: @escaping @Sendable (String) -> Void) {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        Thread.detachNewThread {
            var rest: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &part, part.count)
                guard count > 0 else { break }
                rest += part[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    body(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            withExtendedLifetime(pipe) {}
        }
    }
}
