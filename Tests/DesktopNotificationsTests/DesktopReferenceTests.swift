// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

@Suite("References to what is on a desktop")
struct DesktopReferenceTests {
    private static let daemon = DaemonIdentity(bus: "0123abcd", owner: ":1.42")

    @Test(
        "a reference comes back from its text",
        arguments: [
            [:], ["A": "A"], ["inline-reply": "REPLY", "B": "b"], ["a=&?/%": "\u{0}ü😀"], ["action-0": ""],
        ]
    )
    func roundTrip(actions: [String: String]) {
        let reference = DesktopReference(daemon: Self.daemon, number: .max, actions: actions)
        #expect(DesktopReference(reference.text) == reference)
        #expect(reference.text.utf8.allSatisfy { (0x21...0x7e).contains($0) })
    }

    @Test("the text is the bus, the daemon and its number")
    func text() {
        #expect(DesktopReference(daemon: Self.daemon, number: 7, actions: [:]).text == "0123abcd/:1.42/7")
        let reference = DesktopReference(daemon: Self.daemon, number: 7, actions: ["b": "B", "a": "A"])
        #expect(reference.text == "0123abcd/:1.42/7?a=A&b=B")
    }

    @Test(
        "what is no reference is none",
        arguments: [
            "", "/", "//", "b/:1.1/0", "b/:1.1/-1", "b/:1.1/4294967296", "b/:1.1/x", "b/1.1/7", "/:1.1/7", "b/:1.1",
            "b/:1.1/7/8", "b/:1.1/7?", "b/:1.1/7?a", "b/:1.1/7?a=b=c", "b/:1.1/7?a=%", "b/:1.1/7?a=%g0",
            "b/:1.1/7?a=%ff",
            "b/:1.1/7?" + String(repeating: "a", count: 70_000),
        ]
    )
    func refused(text: String) {
        #expect(DesktopReference(text) == nil)
    }
}
