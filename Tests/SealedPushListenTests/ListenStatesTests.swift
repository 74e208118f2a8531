// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushMQTT
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("How it stands with the broker is said", .serialized)
struct ListenStatesTests {
    @Test("in one line and nothing else where it cannot begin", .timeLimit(.minutes(1)))
    func oneLine() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("password", "wrong\n")
        let passwords = folder.path("passwords")
        #expect(try Child.run("mosquitto_passwd", ["-c", "-b", passwords, "me", "right"]).code == 0)
        let broker = try await Broker(["allow_anonymous false", "password_file \(passwords)"])
        let under = try DeviceUnderTest(broker: broker.url)
        let process = try ListenProcess(under, ["--show", "none", "--user", "me", "--password-file", file])
        #expect(process.wait() == 77)
        let said = try await process.errors.end()
        #expect(said.count == 1 && said[0].contains("check the user name"), "\(said)")
    }

    @Test("without a loss where there was no session before, and with one where there was", .timeLimit(.minutes(2)))
    func kept() async throws {
        let folder = try TemporaryDirectory()
        let passwords = folder.path("passwords")
        #expect(try Child.run("mosquitto_passwd", ["-c", "-b", passwords, "me", "right"]).code == 0)
        let wrong = try folder.write("wrong", "wrong\n")
        let right = try folder.write("right", "right\n")
        let settings = ["allow_anonymous false", "password_file \(passwords)"]
        let first = try await Broker(settings)
        let under = try DeviceUnderTest(broker: first.url)
        func run(_ file: String, at broker: Broker) throws -> ListenProcess {
            let user = ["--user", "me", "--password-file", file, "--broker", broker.url]
            return try ListenProcess(under, ["--show", "none"] + user)
        }
        func said(at broker: Broker) async throws -> Bool {
            let process = try run(right, at: broker)
            try await process.listening()
            #expect(process.end() == 0)
            return try await process.errors.end().contains { $0.contains("kept nothing") }
        }
        #expect(try run(wrong, at: first).wait() == 77)
        #expect(try await !said(at: first))
        #expect(try await !said(at: first))
        let second = try await Broker(settings)
        #expect(try await !said(at: second))
        // One that forgets.
        second.stop(SIGKILL)
        try? FileManager.default.removeItem(atPath: second.folder.path("mosquitto.db"))
        try await second.start()
        #expect(try await said(at: second))
        #expect(try await !said(at: first))
    }

    @Test("with what is missing where the session bus is dead, once, and when it is there", .timeLimit(.minutes(2)))
    func deadBus() async throws {
        let broker = try await Broker()
        let under = try DeviceUnderTest(broker: broker.url)
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(under.folder.path("bus"))"]
        let process = try ListenProcess(under, ["--json", "--show", "desktop"], environment: environment)
        try await process.listening()
        try await under.publish([try under.push("Door"), try under.push("Window")], at: broker.url)
        try await process.lines.wait(count: 2)
        try await process.errors.wait("the reason") { $0.contains { $0.contains("nothing is shown for now") } }
        #expect(process.end() == 0)
        let said = try await process.errors.end()
        #expect(said.filter { $0.contains("nothing is shown for now") }.count == 1, "\(said)")
        #expect(said.contains { $0.contains("no such file or directory") || $0.contains("trying again") }, "\(said)")
    }

    @Test("is remembered for each broker and name, for the last ones")
    func record() throws {
        let folder = try TemporaryDirectory()
        let place = try ListenFolder(folder.url.path)
        let broker = try MQTTBroker(url: "mqtt://127.0.0.1:1883")
        let (one, other) = (try MQTTClientID("one"), try MQTTClientID("other"))
        #expect(!SessionRecord(in: place, broker, one).isKnown)
        try SessionRecord(in: place, broker, one).keep()
        #expect(SessionRecord(in: place, broker, one).isKnown)
        #expect(!SessionRecord(in: place, broker, other).isKnown)
        #expect(!SessionRecord(in: place, try MQTTBroker(url: "mqtt://127.0.0.1:1884"), one).isKnown)
        for number in 0..<SessionRecord.capacity {
            try SessionRecord(in: place, broker, try MQTTClientID("id\(number)")).keep()
        }
        #expect(!SessionRecord(in: place, broker, one).isKnown)
        #expect(SessionRecord(in: place, broker, try MQTTClientID("id0")).isKnown)
    }

    @Test("and what a store in a folder that cannot be written to lacks")
    func readOnly() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("keys.db", "")
        let place = folder.url.path
        let problem = StoreFolder.problem(path) { $0 == place ? EROFS : nil }
        #expect(problem?.code == .noPermission)
        let begin = "cannot write to \(place), where the key store is: read-only file system; "
        #expect(problem?.message?.hasPrefix(begin) == true)
        #expect(StoreFolder.problem(path) { _ in nil } == nil)
        #expect(StoreFolder.problem(folder.path("none.db")) { _ in EROFS } == nil)
    }
}
