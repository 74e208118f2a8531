// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import SealedPushCore
import SealedPushMQTT
import SealedPushStore
import TestSupport
import Testing

/// Everything as it is where somebody uses it: `sealedpush-send`, mosquitto, `sealedpush-listen`, dunst on a screen.
@Suite("From a server to a desktop")
struct SendToDesktopTests {
    private let broker: Broker
    private let under: DeviceUnderTest
    private let sender: SQLiteKeyStore

    init() async throws {
        broker = try await Broker()
        under = try DeviceUnderTest(broker: broker.url)
        sender = try SQLiteKeyStore(at: under.folder.path("sender.db"))
        try pair()
    }

    /// Each has what the other one gave it.
    private func pair() throws {
        let signer = try sender.makeSigner("street").publicKey
        try under.store.trust(signer, as: "street")
        let address = PushAddress.MQTT(url: broker.url, topic: under.topic.name)
        let card = try under.store.card(of: "desk", displayName: nil, address: PushAddress(mqtt: address))
        try sender.trust(card, as: "desk")
    }

    private func send(_ arguments: [String]) throws {
        let outcome = try Child.run(
            TestFiles.products.appending(path: "sealedpush-send").path,
            ["--to", "desk"] + arguments,
            environment: ["SEALEDPUSH_STORE": sender.path, "PATH": "/usr/bin:/bin"]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    @Test(
        "a push is seen on the screen, a click on it is told, and the broker has read nothing",
        .timeLimit(.minutes(2))
    )
    func seen() async throws {
        let screen = try RealDesktop()
        let process = try ListenProcess(under, ["--json"], environment: screen.environment)
        try await process.listening()
        let colours = try screen.colours("before-a-push")
        try send(["--title", "Front door <opened>", "--body", "Somebody & a dog are there."])
        let line = try JSONLine(try await process.lines.wait(count: 1)[0])
        #expect(line.status == "opened" && line.title == "Front door <opened>")
        #expect(line.root["signer"]?["name"]?.string == "street")
        try screen.waitForWindow()
        try screen.waitForColours("a-push", moreThan: colours)
        #expect(try screen.shownCount() == 1)
        try screen.click()
        let response = try JSONLine(try await process.lines.wait(count: 2)[1]).root["response"]
        #expect(response?["action"]?.string == "open")
        #expect(response?["id"]?.string == line.id)
        try screen.waitForWindow(isThere: false)
        let history = try screen.history()
        #expect(history.contains("Front door <opened>"), "\(history)")
        #expect(history.contains("Somebody &amp; a dog are there."), "\(history)")
        #expect(process.end() == 0)
        for word in ["Front", "Somebody", "street", "desk"] { #expect(!broker.log.contains(word)) }
    }
}
