// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushMQTT
import SealedPushReceiver
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// The program itself, against a real broker.
struct BrokerTests {
    private let folder: SendFolder
    private let broker: Broker
    private let desk: Device
    private let topic = MQTTTopic.random().name

    init() async throws {
        folder = try SendFolder()
        broker = try await Broker()
        desk = try folder.device("desk", at: PushAddress(mqtt: SendFolder.mqtt(topic, broker.url)))
    }

    @Test("A push reaches the device's topic sealed, and the device opens it")
    func arrives() async throws {
        let (subscriber, messages) = try await broker.listen(to: topic)
        let arguments = ["--to", "desk", "--title", "Door", "--body", "Opened", "--json"]
        let run = try await folder.process(arguments + broker.credentials())
        #expect(run.code == 0, "\(run.error)")
        #expect(run.json.first?["via"] as? String == "mqtt")
        let message = try #require(await messages.first { _ in true })
        #expect(message.topic == topic)
        #expect(!message.isRetained)
        #expect(!String(decoding: message.payload, as: UTF8.self).contains("Opened"))
        let receiver = Receiver(
            keys: InMemoryKeyStore(
                keys: [OpeningKey(desk.key)],
                trusting: [TrustedSigner(folder.signer, name: "door")]
            ),
            seen: nil
        )
        let opened = try receiver.opener.open(payload: message.payload)
        #expect(opened.payload.body == "Opened")
        #expect(opened.id.description == run.json.first?["messageID"] as? String)
        await subscriber.close()
    }

    @Test("A push that the broker keeps for nobody is not called accepted")
    func nobody() async throws {
        // Somebody else's subscription: the broker runs from here on.
        let (subscriber, _) = try await broker.listen(to: "other")
        let run = try await folder.process(["--to", "desk", "--body", "x"] + broker.credentials())
        #expect(run.code == 1)
        #expect(run.error.contains("nobody has ever subscribed to that topic"))
        #expect(!run.error.contains(topic))
        await subscriber.close()
    }

    @Test("A wrong password, none, and a file that everyone may read are one line each, without the password")
    func credentials() async throws {
        let (subscriber, _) = try await broker.listen(to: topic)
        try broker.folder.write("exposed", "correct horse\n", mode: 0o644)
        let to = ["--to", "desk", "--body", "x", "--timeout", "5"]
        for options in [broker.credentials("wrong"), [], broker.credentials("exposed")] {
            let run = try await folder.process(to + options)
            #expect(run.code == 77, "\(run.error)")
            #expect(run.error.hasPrefix("sealedpush: desk: "))
            #expect(run.error.split(separator: "\n").count == 1)
            #expect(!run.error.contains("horse") && !run.error.contains("staple"))
        }
        let missing = try await folder.process(to + broker.credentials("nothing"))
        #expect(missing.code == 66, "\(missing.error)")
        await subscriber.close()
    }

    @Test("An address that no broker can have is told without connecting to anybody")
    func badAddress() async throws {
        try folder.device("odd", at: PushAddress(mqtt: SendFolder.mqtt("a/#", broker.url)))
        try folder.device("web", at: PushAddress(mqtt: SendFolder.mqtt("a", "wss://broker.example")))
        let odd = try await folder.process(["--to", "odd", "--body", "x"] + broker.credentials())
        #expect(odd.code == 65)
        #expect(odd.error.contains("wildcard"))
        let web = try await folder.process(["--to", "web", "--body", "x"])
        #expect(web.code == 65)
        #expect(web.error.contains("WebSocket"))
    }

    @Test("A broker where nobody listens ends as APNs there does, and a pipe for its password is not waited at")
    func unreachable() async throws {
        try folder.device("away", at: PushAddress(mqtt: SendFolder.mqtt("a/b", "mqtt://127.0.0.1:1")))
        let away = ["--to", "away", "--body", "x", "--timeout", "1"]
        #expect(try await folder.networked(away).code == 75)
        let pipe = folder.folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try await folder.networked(away + ["--mqtt-user", "sender", "--mqtt-password-file", pipe])
        #expect(run.code == 66)
        #expect(run.error.contains("\(pipe) is a pipe"))
        let input = try await folder.networked(away + ["--mqtt-user", "sender", "--mqtt-password-file", "-"])
        #expect(input.code == 64)
        #expect(input.error.contains("name a file"))
    }

    @Test("A rehearsal checks the credentials and connects to nobody")
    func rehearsal() async throws {
        let run = try await folder.process(["--to", "desk", "--body", "x", "--dry-run"] + broker.credentials("wrong"))
        #expect(run.code == 0, "\(run.error)")
        #expect(run.output.hasPrefix("desk: would send "))
        #expect(run.output.contains(" bytes to \(broker.url), until "))
        #expect(!run.output.contains(topic))
        let missing = try await folder.process(
            ["--to", "desk", "--body", "x", "--dry-run"] + broker.credentials("nothing")
        )
        #expect(missing.code == 66, "\(missing.error)")
    }
}
