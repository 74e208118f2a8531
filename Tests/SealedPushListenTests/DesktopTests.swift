// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

@Suite("The listener, with a desktop")
struct DesktopTests {
    @Test("shows what was sent there, and tells what the user opens", .timeLimit(.minutes(2)))
    func shown() async throws {
        let broker = try await Broker()
        let desktop = try await Desktop()
        let under = try DeviceUnderTest(broker: broker.url)
        let process = try ListenProcess(under, ["--json"], environment: desktop.environment)
        try await process.listening()
        let pushes = [try under.push("Door"), try under.push("Window", body: "Left open")]
        try await under.publish(pushes + [pushes[0]], at: broker.url)
        let shown = try await desktop.notifications(2)
        #expect(shown.map { $0.root["summary"]?.string } == ["Door", "Window"])
        #expect(shown.map { $0.root["body"]?.string } == ["Front door opened", "Left open"])
        #expect(shown[0].root["app"]?.string == "SealedPush")
        let lines = try await process.lines.wait(count: 2)
        desktop.open(try #require(shown[1].root["id"]?.wholeNumber))
        let response = try JSONLine(try await process.lines.wait(count: 3)[2]).root["response"]
        #expect(response?["action"]?.string == "open")
        #expect(try response?["id"]?.string == JSONLine(lines[1]).id)
        #expect(process.end() == 0)
        #expect(try await process.errors.end().last == "sealedpush: 2 opened, 1 came again")
        #expect(try await desktop.notifications(2).count == 2)
    }
}
