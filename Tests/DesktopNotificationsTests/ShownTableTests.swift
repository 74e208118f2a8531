// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

@Suite("What is on the screen")
struct ShownTableTests {
    private static let daemon = DaemonIdentity(bus: "b", owner: ":1.1")
    private static let other = DaemonIdentity(bus: "b", owner: ":1.2")
    private static let sameNameElsewhere = DaemonIdentity(bus: "c", owner: ":1.1")

    private func reference(_ number: UInt32, _ daemon: DaemonIdentity = daemon) -> DesktopReference {
        DesktopReference(daemon: daemon, number: number, actions: [:])
    }

    @Test("it is found by its identifier and by its number")
    func bothWays() {
        var table = ShownTable()
        table.meet(Self.daemon)
        table.insert(reference(7), for: "a")
        #expect(table.identifier(of: 7) == "a")
        #expect(table.reference(for: "a") == reference(7))
        table.insert(reference(8), for: "a")
        #expect(table.identifier(of: 7) == nil)
        #expect(table.identifier(of: 8) == "a")
        table.remove("a")
        #expect(table.identifier(of: 8) == nil)
        #expect(table.reference(for: "a") == nil)
    }

    @Test("numbers of another daemon are forgotten when it is known who runs, not before")
    func otherDaemon() {
        var table = ShownTable()
        table.insert(reference(7), for: "a")
        table.insert(reference(7, Self.other), for: "b")
        #expect(table.identifier(of: 7) == nil)
        table.meet(Self.other)
        #expect(table.identifier(of: 7) == "b")
        #expect(table.reference(for: "a") == nil)
        table.meet(Self.daemon)
        #expect(table.identifier(of: 7) == nil)
    }

    @Test("a daemon of the same name on another bus is another daemon")
    func otherBus() {
        var table = ShownTable()
        table.insert(reference(7), for: "a")
        table.meet(Self.sameNameElsewhere)
        #expect(table.identifier(of: 7) == nil)
        #expect(table.reference(for: "a") == nil)
    }

    @Test("a number that is given twice is that of the later one")
    func numberTwice() {
        var table = ShownTable()
        table.meet(Self.daemon)
        table.insert(reference(7), for: "a")
        table.insert(reference(7), for: "b")
        #expect(table.identifier(of: 7) == "b")
        #expect(table.reference(for: "a") == nil)
        table.remove("a")
        #expect(table.identifier(of: 7) == "b")
    }

    @Test("beyond its bound the oldest are forgotten")
    func bound() {
        var table = ShownTable()
        table.meet(Self.daemon)
        let count = UInt32(DesktopLimits.shown + 2)
        for number in 1...count { table.insert(reference(number), for: "\(number)") }
        #expect(table.identifier(of: 1) == nil)
        #expect(table.identifier(of: 2) == nil)
        #expect(table.identifier(of: 3) == "3")
        #expect(table.identifier(of: count) == "\(count)")
    }
}
