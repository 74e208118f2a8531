// SPDX-License-Identifier: Apache-2.0

import Glibc
import SealedPushMQTT
import TestSupport
import Testing

@Suite("What goes wrong with the way to a broker is said in one line, once:")
struct MQTTRefusalTests {
    /// Connects until two failures have been, the second of which is not told, and returns what was.
    private func failure(_ configuration: MQTTConfiguration) async throws -> MQTTError {
        let device = try Device(configuration)
        try await device.states.wait(count: 1)
        let publisher = try MQTTPublisher(configuration)
        let published = try await #require(throws: MQTTError.self) { try await publisher.publish([1], to: .random()) }
        await device.subscriber.close()
        await publisher.close()
        #expect(device.states.elements.count == 1)
        guard case .lost(let error) = device.states.elements[0] else { throw NotLost() }
        #expect(!error.description.contains("\n"))
        #expect(error.description.first?.isUppercase == false)
        #expect(published.code == error.code)
        return error
    }

    struct NotLost: Error {}

    private func passwordBroker(_ rules: [String] = []) async throws -> (Mosquitto, TemporaryDirectory) {
        let folder = try TemporaryDirectory()
        let file = folder.path("passwords")
        let outcome = try Child.run("mosquitto_passwd", ["-c", "-b", file, "me", "right password"])
        #expect(outcome.code == 0, "mosquitto_passwd: \(outcome.error)")
        return (try await Mosquitto(["allow_anonymous false", "password_file \(file)"] + rules), folder)
    }

    @Test("a wrong password, and the right one is taken as soon as the file has it")
    func wrongPassword() async throws {
        let (broker, folder) = try await passwordBroker()
        defer { broker.stop(SIGKILL) }
        let file = try folder.write("mine", "wrong password\n")
        let configuration = try broker.configuration(
            credentials: MQTTCredentials(userName: "me", passwordFile: file)
        )
        let error = try await failure(configuration)
        #expect(error.code == .notAuthorized)
        #expect(error.description.contains("check the user name, the password file"))
        #expect(!error.description.contains("wrong password"))
        let device = try Device(configuration)
        try await device.states.wait(count: 1)
        // In one step: half a file would be a fault of its own.
        try folder.write("new", "right password\n")
        #expect(rename(folder.path("new"), file) == 0)
        try await device.connected()
        #expect(device.states.elements.count == 2)
    }

    @Test("no credentials where some are wanted")
    func noPassword() async throws {
        let (broker, folder) = try await passwordBroker()
        defer { withExtendedLifetime(folder) { broker.stop(SIGKILL) } }
        let error = try await failure(broker.configuration())
        #expect(error.code == .notAuthorized)
        #expect(error.description.contains("wants a user name and a password file"))
    }

    @Test("a topic that the broker's rules forbid, for publisher and subscriber")
    func forbidden() async throws {
        let folder = try TemporaryDirectory()
        let rules = try folder.write("acl", "topic readwrite sealedpush/mine\n")
        let broker = try await Mosquitto(["allow_anonymous true", "acl_file \(rules)"])
        defer { broker.stop(SIGKILL) }
        let publisher = try MQTTPublisher(broker.configuration())
        try await publisher.publish([1], to: MQTTTopic("sealedpush/mine"))
        let error = try await #require(throws: MQTTError.self) {
            try await publisher.publish([1], to: MQTTTopic("sealedpush/theirs"))
        }
        #expect(error.code == .notAuthorized)
        #expect(error.attempts == 1 && !error.mayHaveBeenAccepted)
        #expect(!error.description.contains("theirs"))
        try await publisher.publish([1], to: MQTTTopic("sealedpush/mine"))
        try await Device(broker.configuration(), topic: MQTTTopic("sealedpush/mine")).connected()
    }

    @Test("a host that nobody knows")
    func unknownHost() async throws {
        var configuration = MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://no-such-host.invalid"))
        configuration.reconnection.firstDelay = .milliseconds(10)
        let device = try Device(configuration)
        guard case .lost(let error) = try await device.states.wait(count: 1)[0] else { throw NotLost() }
        #expect(error.code == .unreachable)
        #expect(error.description.contains("cannot find the address of no-such-host.invalid: "), "\(error)")
    }

    @Test("a port where nobody listens")
    func refused() async throws {
        let port = try FreePort.find()
        let device = try Device(MQTTConfiguration(broker: try MQTTBroker(url: "mqtt://127.0.0.1:\(port)")))
        guard case .lost(let error) = try await device.states.wait(count: 1)[0] else { throw NotLost() }
        #expect(error.code == .unreachable)
        #expect(error.description.contains("connection refused; check that the broker runs"), "\(error)")
    }

    /// What a subscriber and a publisher are told by a broker that answers like that.
    private func told(_ connectAnswer: [UInt8], _ subscribeAnswer: [UInt8] = []) async throws -> MQTTError {
        let broker = try FakeBroker { client in
            guard client.receive() != nil else { return }
            client.send(connectAnswer)
            guard client.receive() != nil else { return }
            client.send(subscribeAnswer)
            _ = client.receive()
        }
        let device = try Device(broker.configuration())
        let states = try await device.states.wait { states in
            states.contains { if case .lost = $0 { true } else { false } }
        }
        guard case .lost(let error) = try #require(states.last) else { throw NotLost() }
        await device.subscriber.close()
        withExtendedLifetime(broker) {}
        return error
    }

    @Test("a broker that speaks an older MQTT alone")
    func oldBroker() async throws {
        let error = try await told([0x20, 2, 0, 1])
        #expect(error.code == .unsupportedVersion)
        #expect(error.description.contains("does not speak MQTT 5"))
    }

    @Test("a broker that is too busy, and one that does not like the client id")
    func otherAnswers() async throws {
        let busy = try await told([0x20, 3, 0, 0x89, 0])
        #expect(busy.code == .refused)
        #expect(busy.description.contains("server busy (reason 137)"), "\(busy)")
        #expect(try await told([0x20, 3, 0, 0x85, 0]).code == .badConfiguration)
    }

    @Test("a subscription that is refused, or granted without acknowledgements")
    func subscriptions() async throws {
        let accepted: [UInt8] = [0x20, 3, 0, 0, 0]
        let forbidden = try await told(accepted, [0x90, 4, 0, 1, 0, 0x87])
        #expect(forbidden.code == .notAuthorized)
        #expect(forbidden.description.contains("the subscription"))
        #expect(try await told(accepted, [0x90, 4, 0, 1, 0, 0x97]).code == .refused)
        #expect(try await told(accepted, [0x90, 4, 0, 1, 0, 0]).code == .refused)
    }

    @Test("another device with the same client id")
    func takenOver() async throws {
        let error = try await told([0x20, 3, 0, 0, 0], [0x90, 4, 0, 1, 0, 1, 0xe0, 2, 0x8e, 0])
        #expect(error.code == .sessionTakenOver)
        #expect(error.description.contains("each device needs its own"))
    }

    @Test(
        "what is no MQTT at all",
        arguments: [
            [0x48, 0x54, 0x54, 0x50, 0x2f], [0x20, 0], [0x20, 0xff, 0xff, 0xff, 0xff, 0xff], [0x20, 3, 0, 0, 9], [0],
        ]
            as [[UInt8]]
    )
    func rubbish(answer: [UInt8]) async throws {
        let broker = try FakeBroker { client in
            _ = client.receive()
            client.send(answer)
        }
        let device = try Device(broker.configuration())
        guard case .lost(let error) = try await device.states.wait(count: 1)[0] else { throw NotLost() }
        #expect(error.code == .connectionLost)
        #expect(!error.description.contains("\n"))
        withExtendedLifetime(broker) {}
    }
}
