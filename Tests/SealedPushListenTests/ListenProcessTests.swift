// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushMQTT
import SealedPushStore
import TestSupport
import Testing

@Suite("The listener, with a real broker", .serialized)
struct ListenProcessTests {
    private let broker: Broker
    private let under: DeviceUnderTest

    init() async throws {
        broker = try await Broker()
        under = try DeviceUnderTest(broker: broker.url)
    }

    /// Subscribes once, so that the broker keeps what is published from then on.
    private func introduce() async throws {
        let process = try ListenProcess(under)
        try await process.listening()
        #expect(process.end() == 0)
    }

    private func pushes(_ count: Int) throws -> [[UInt8]] { try (0..<count).map { try under.push("push \($0)") } }

    private func titles(_ lines: [String]) throws -> [String] { try lines.compactMap { try JSONLine($0).title } }

    @Test("shows a push in the terminal, in lines or both, and ends with a summary", .timeLimit(.minutes(2)))
    func terminal() async throws {
        let process = try ListenProcess(under, ["--show", "terminal"])
        try await process.listening()
        try await under.publish([try under.push("Door")], at: broker.url)
        let shown = try await process.lines.wait(count: 2)
        #expect(shown[0].hasSuffix("  Door") && shown[1] == "    Front door opened")
        #expect(process.end() == 0)
        #expect(try await process.errors.end().last == "sealedpush: 1 opened")
        let both = try ListenProcess(under, ["--show", "terminal", "--json"])
        try await both.listening()
        try await under.publish([try under.push("Window")], at: broker.url)
        #expect(try titles(try await both.lines.wait(count: 1)) == ["Window"])
        try await both.errors.wait("the text") { $0.contains { $0.hasSuffix("  Window") } }
        #expect(both.end(SIGINT) == 0)
    }

    @Test("that was off shows all that was sent meanwhile, once, in order", .timeLimit(.minutes(2)))
    func off() async throws {
        try await introduce()
        let count = Rounds.count(1000)
        try await under.publish(try pushes(count), at: broker.url)
        let process = try ListenProcess(under, ["--json", "--show", "terminal", "--max", "\(count)"])
        let lines = try await process.lines.end()
        #expect(process.wait() == 0)
        let expected = (0..<count).map { "push \($0)" }
        #expect(try titles(lines) == expected)
        let shown = try await process.errors.end().filter { $0.contains("  push ") }
            .compactMap { $0.components(separatedBy: "  ").last }
        #expect(shown == expected)
    }

    @Test("goes on when the broker ends and is started again in mid-flow, and loses nothing", .timeLimit(.minutes(2)))
    func brokerRestarts() async throws {
        let process = try ListenProcess(under)
        try await process.listening()
        let count = Rounds.count(400)
        let all = try pushes(count)
        try await under.publish([[UInt8]](all[..<(count / 2)]), at: broker.url)
        try await process.lines.wait(count: 1)
        // By SIGTERM it saves its sessions.
        broker.stop(SIGTERM)
        try await broker.start()
        try await under.publish([[UInt8]](all[(count / 2)...]), at: broker.url)
        let lines = try await process.lines.wait(count: count)
        #expect(try titles(lines) == (0..<count).map { "push \($0)" })
        #expect(process.end() == 0)
    }

    @Test(
        "loses nothing and shows nothing twice when the broker is killed in mid-flow, on both sides of it",
        .timeLimit(.minutes(2))
    )
    func brokerKilled() async throws {
        try await introduce()
        let half = Rounds.count(400) / 2
        let all = try pushes(2 * half)
        try await under.publish([[UInt8]](all[..<half]), at: broker.url)
        // What a broker has not written down when it is killed, nobody can bring back.
        try await broker.save()
        let process = try ListenProcess(under, ["--json", "--show", "terminal"])
        try await process.lines.wait(count: half / 4)
        broker.stop(SIGKILL)
        // The sender goes on as well, against a broker that is not there.
        let (under, url) = (under, broker.url)
        async let rest: Void = under.publish([[UInt8]](all[half...]), at: url)
        try await broker.start()
        try await rest
        let expected = (0..<2 * half).map { "push \($0)" }
        #expect(try titles(try await process.lines.wait(count: 2 * half)) == expected)
        #expect(process.end() == 0)
        #expect(try titles(try await process.lines.end()) == expected)
        let errors = try await process.errors.end()
        #expect(errors.filter { $0.contains("  push ") }.count == 2 * half)
        #expect(errors.last?.hasPrefix("sealedpush: \(2 * half) opened") == true, "\(errors.suffix(1))")
    }

    @Test("that is killed in mid-flow, again and again, loses nothing and tells nothing twice", .timeLimit(.minutes(4)))
    func killed() async throws {
        try await introduce()
        let rounds = Rounds.count(100)
        let count = rounds * 5
        try await under.publish(try pushes(count), at: broker.url)
        var generator = SeededGenerator(seed: 7)
        var lines: [String] = []
        var screens: [[String]] = []
        for round in 0...rounds {
            let isLast = round == rounds
            let process = try ListenProcess(under, ["--json", "--show", "terminal"])
            let wanted = isLast ? count : Int.random(in: 1...4, using: &generator)
            let before = lines
            if isLast {
                try await process.lines.wait("the rest") { rest in
                    Set((before + rest).compactMap { try? JSONLine($0).title }).count == count
                }
                #expect(process.end() == 0)
            } else {
                // In the middle of the next one, wherever that is.
                try await process.lines.wait(count: wanted)
                process.end(SIGKILL)
            }
            lines += try await process.lines.end()
            screens.append(try await process.errors.end().filter { $0.contains("  push ") })
        }
        let parsed = try lines.map { try JSONLine($0) }
        let sure = parsed.filter { !$0.isInDoubt }.compactMap(\.title)
        #expect(sure.count == Set(sure).count)
        let expected = (0..<count).map { "push \($0)" }
        #expect(Set(parsed.compactMap(\.title)) == Set(expected))
        // By id, as who reads the lines does.
        var ids: Set<String> = []
        #expect(try parsed.filter { ids.insert(try #require($0.id)).inserted }.compactMap(\.title) == expected)
        // A terminal cannot say what stands on it: the last one before a kill, and only that, may be there once more.
        let onScreen = screens.map { $0.compactMap { $0.components(separatedBy: "  ").last } }
        var all: [String] = []
        for screen in onScreen { all += screen.first == all.last ? screen.dropFirst() : screen[...] }
        #expect(all == expected)
    }

    @Test("takes a flood, half of it rubbish, in bounded memory", .timeLimit(.minutes(5)))
    func flood() async throws {
        try await introduce()
        let count = Rounds.count(10_000)
        // Beyond half of 16 KB, and so as large on its way as what is padded to 16 KB.
        let body = String(repeating: "x", count: 10_000)
        let expected = (0..<count / 2).map { "push \($0)" }
        for part in stride(from: 0, to: count / 2, by: 500) {
            let numbers = part..<min(part + 500, count / 2)
            let both = try numbers.flatMap { number in
                [
                    try under.push("push \(number)", body: body),
                    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16_384),
                ]
            }
            #expect(both.allSatisfy { $0.count >= 16_384 })
            try await under.publish(both, at: broker.url)
        }
        let process = try ListenProcess(under)
        try await process.lines.wait(count: count / 2, within: 240)
        let half = try process.peakMemory()
        let lines = try await process.lines.wait(count: count, within: 240)
        // The list of what was delivered is full by then, and each heap of a thread may have held it; more pushes, and
        // 80 MB of them, take nothing more.
        #expect(try process.peakMemory() < max(half + 16 * 1024, 128 * 1024))
        #expect(process.end() == 0)
        let parsed = try lines.map { try JSONLine($0) }
        #expect(parsed.compactMap(\.title) == expected)
        #expect(parsed.filter { $0.status == "refused" }.count == count / 2)
        let summary = try await process.errors.end().last
        #expect(summary == "sealedpush: \(count / 2) opened, \(count / 2) no sealed push")
    }

    @Test("is not held up by what is larger than any push", .timeLimit(.minutes(2)))
    func oversized() async throws {
        let process = try ListenProcess(under)
        try await process.listening()
        let file = try under.folder.write("large", [UInt8](repeating: 0x20, count: 200_000))
        let outcome = try Child.run(
            "mosquitto_pub",
            ["-V", "5", "-p", "\(broker.port)", "-t", under.topic.name, "-q", "1", "-f", file]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        try await under.publish([try under.push("Door")], at: broker.url)
        #expect(try titles(try await process.lines.wait(count: 1)) == ["Door"])
        #expect(process.end() == 0)
        #expect(try await process.errors.end().last == "sealedpush: 1 opened, 1 too large")
    }

    @Test("runs a program with the line of each push that was opened", .timeLimit(.minutes(2)))
    func program() async throws {
        let place = under.folder.path("told")
        let script = try under.folder.write("source", "#!/bin/sh\ncat >> \(place)\n")
        let program = under.folder.path("program")
        #expect(try Child.run("install", ["-m", "700", script, program]).code == 0)
        let process = try ListenProcess(under, ["--show", "none", "--exec", program, "--max", "3"])
        try await process.listening()
        let pushes = [try under.push("Door"), [UInt8]("rubbish".utf8), try under.push("Window")]
        try await under.publish(pushes, at: broker.url)
        #expect(process.wait() == 0)
        let told = try String(contentsOfFile: place, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(Set(try titles(told)) == ["Door", "Window"])
    }

    @Test("ends when nobody reads its lines, and has let the broker forget nothing", .timeLimit(.minutes(2)))
    func brokenPipe() async throws {
        try await introduce()
        try await under.publish(try pushes(3), at: broker.url)
        let output = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let error = open(under.folder.path("error"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { for descriptor in [output, error] { close(descriptor) } }
        let arguments = [
            "--store", under.store.path, "--data", under.folder.path("listen"), "--json", "--show", "none",
        ]
        let child = try Child(ListenProcess.path, arguments, descriptors: [nil, output, error])
        #expect(child.wait() == 74)
        let said = try String(contentsOfFile: under.folder.path("error"), encoding: .utf8)
        #expect(said.contains("cannot write standard output: no space left on device"), "\(said)")
        let process = try ListenProcess(under, ["--json", "--show", "none", "--max", "3"])
        #expect(try titles(try await process.lines.end()) == ["push 0", "push 1", "push 2"])
    }

    @Test("shows a stranger nothing: no text, no name, sizes in steps", .timeLimit(.minutes(2)))
    func stranger() async throws {
        let seen = Inbox()
        let stranger = try MQTTSubscriber(
            MQTTConfiguration(broker: try MQTTBroker(url: broker.url)),
            clientID: .random(),
            topics: [under.topic]
        ) { state in
            if case .connected = state { seen.add("connected") }
        } onMessage: { delivery in
            seen.add(String(decoding: delivery.message.payload, as: UTF8.self))
            delivery.acknowledge()
        }
        try await seen.wait(count: 1)
        let process = try ListenProcess(under)
        try await process.listening()
        // Three of them within one step, and two within another.
        let bodies =
            ["a", "bb", String(repeating: "c", count: 100)] + [700, 800].map { String(repeating: "c", count: $0) }
        try await under.publish(try bodies.map { try under.push("Secret title", body: $0) }, at: broker.url)
        let payloads = [String](try await seen.wait(count: 6).dropFirst())
        try await process.lines.wait(count: 5)
        let words = ["Secret", "title", "ccc", "door", "desk"]
        for payload in payloads {
            for word in words { #expect(!payload.contains(word), "\(payload)") }
        }
        let sizes = payloads.map(\.utf8.count)
        #expect(Set(sizes[..<3]).count == 1 && Set(sizes[3...]).count == 1 && sizes[0] < sizes[3], "\(sizes)")
        #expect(process.end() == 0)
        await stranger.close()
        // It names the topics and the sessions of all who come.
        let log = broker.log
        #expect(log.contains(under.topic.name))
        for word in words { #expect(!log.contains(word)) }
    }
}
