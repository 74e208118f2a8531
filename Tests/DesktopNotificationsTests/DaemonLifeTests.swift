// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost
import TestSupport
import Testing

@testable import DesktopNotifications

@Suite("Daemons that come, go, hang and come again")
struct DaemonLifeTests {
    @Test("without a daemon nothing is shown; when one appears, what was given back is asked for")
    func appears() throws {
        let bus = try PrivateBus()
        let test = PresenterUnderTest(bus.address)
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        #expect(test.presenter.abilities == [])
        #expect(test.presenter.problem?.contains("no notification daemon") == true)
        let daemon = try FakeDaemon(bus)
        try test.expect(.event(.ready))
        #expect(test.presenter.abilities == .alert)
        #expect(test.presenter.problem == nil)
        try test.show("a")
        #expect(try daemon.next("notify").replaces == 0)
    }

    @Test("a daemon that the bus can start is started, and what came meanwhile waits for it")
    func activated() throws {
        let bus = try PrivateBus(isStarted: false)
        let python = try #require(FakeDaemon.python, "apt-get install python3-dbus python3-gi")
        let path = try Child.run("/bin/sh", ["-c", "command -v \(python)"]).text.trimmingCharacters(in: .newlines)
        try bus.offerService("\(path) \(FakeDaemon.script) --activated")
        try bus.start()
        let test = PresenterUnderTest(bus.address)
        try test.show("a")
    }

    @Test("a daemon that the bus fails to start is tried again")
    func activationFails() throws {
        let bus = try PrivateBus(isStarted: false)
        try bus.offerService("/bin/false")
        try bus.start()
        let test = PresenterUnderTest(bus.address)
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        #expect(test.presenter.problem != nil)
        let daemon = try FakeDaemon(bus)
        try test.expect(.event(.ready))
        try test.show("a")
        withExtendedLifetime(daemon) {}
    }

    @Test("a daemon that dies before it answers has shown nothing")
    func dies() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        for identifier in ["a", "b"] { test.present(identifier) }
        for number in 0..<30 { test.present("more-\(number)") }
        _ = try daemon.next("notify")
        _ = try daemon.next("notify")
        daemon.process.end()
        for identifier in ["a", "b"] { try test.expect(.outcome(identifier, .notNow)) }
        for number in 0..<30 { try test.expect(.outcome("more-\(number)", .notNow)) }
        let next = try FakeDaemon(bus)
        try test.expect(.event(.ready))
        try test.show("a")
        #expect(try next.next("notify").replaces == 0)
    }

    @Test("a daemon that does not answer keeps nobody waiting, and what it shows too late is taken away")
    func late() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus, "--hold")
        let test = PresenterUnderTest(bus.address, times: .impatient)
        try test.expect(.event(.ready))
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        let number = try daemon.next("notify").id
        // It is asked whether it answers at all, and until it does, nothing waits for it.
        _ = try daemon.next("information")
        test.present("b")
        try test.expect(.outcome("b", .notNow))
        #expect(test.presenter.problem?.contains("does not answer") == true)
        try daemon.tell("release")
        #expect(try daemon.next("close").id == number)
        try test.expect(.event(.ready))
        try test.show("a")
        #expect(try daemon.next("notify").replaces == 0)
        #expect(test.presenter.problem == nil)
    }

    @Test("a late replacement takes what it replaced with it")
    func lateReplacement() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address, times: .impatient)
        try test.expect(.event(.ready))
        try test.show("a")
        let number = try daemon.next("notify").id
        try daemon.tell("hold")
        test.present("a", title: "late")
        try test.expect(.outcome("a", .notNow))
        #expect(try daemon.next("notify").replaces == number)
        try daemon.tell("release")
        #expect(try daemon.next("close").id == number)
        try test.expect(.event(.ready))
        try test.show("a", title: "again")
        #expect(try daemon.next("notify").replaces == 0)
    }

    @Test("a late answer does not take away what was shown in the same place since")
    func lateAndShownAgain() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus, capabilities: ["body", "actions"])
        let test = PresenterUnderTest(bus.address, times: .impatient)
        try test.expect(.event(.ready))
        try test.show("a")
        let number = try #require(try daemon.next("notify").id)
        try daemon.tell("hold-next")
        test.present("a", title: "late")
        try test.expect(.outcome("a", .notNow))
        // It answers other calls, so it is given the notification again.
        _ = try daemon.next("information")
        try test.expect(.event(.ready))
        try test.show("a", title: "again")
        try daemon.tell("release")
        try test.settle()
        #expect(throws: (any Error).self) { try daemon.next("close", within: 0) }
        try daemon.signal("ActionInvoked", number, "default")
        try test.expect(.event(.opened(identifier: "a")))
    }

    @Test("a daemon that does not even say what it can do keeps nobody waiting")
    func silentFromTheStart() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus, "--hold-capabilities")
        let test = PresenterUnderTest(bus.address, times: .impatient)
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        #expect(test.presenter.abilities == [])
        try daemon.tell("release")
        try test.expect(.event(.ready))
        try test.show("a")
    }

    @Test("numbers of a daemon that ended mean nothing: nothing of its successor is replaced, closed or told")
    func staleNumbers() throws {
        let bus = try PrivateBus()
        var first: FakeDaemon? = try FakeDaemon(bus)
        let test = PresenterUnderTest(bus.address)
        try test.expect(.event(.ready))
        let reference = try test.show("a")
        let number = try #require(try first?.next("notify").id)
        first?.process.end()
        first = nil
        let second = try FakeDaemon(bus, capabilities: ["body", "actions"])
        try test.expect(.event(.ready))
        // Another program's, with the same number.
        try test.show("settled")
        #expect(try second.next("notify").id == number)
        test.withdraw("settled")
        _ = try second.next("close")
        try second.signal("ActionInvoked", number, "default")
        test.withdraw("a", reference)
        var presentation = Presentation(delivery: 2, identifier: "a", date: Date(), title: "T")
        presentation.replacedReference = reference
        try test.show(presentation)
        #expect(try second.next("notify").replaces == 0)
        #expect(throws: (any Error).self) { try second.next("close", within: 0) }
        #expect(!test.calls.rest.contains(.event(.opened(identifier: "a"))))
    }

    @Test("a later process hears of what an earlier one showed, replaces and closes it")
    func laterProcess() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus, capabilities: ["body", "actions"])
        var shown: [PresentedReference] = []
        var numbers: [UInt32] = []
        do {
            let earlier = PresenterUnderTest(bus.address)
            for identifier in ["a", "b", "c"] {
                var presentation = Presentation(delivery: 1, identifier: identifier, date: Date(), title: "T")
                presentation.actions = [.init(identifier: "inline-reply", title: "Not a text")]
                let reference = try earlier.show(presentation)
                shown.append(PresentedReference(identifier: identifier, reference: reference))
                numbers.append(try #require(try daemon.next("notify").id))
            }
        }
        shown.append(PresentedReference(identifier: "d", reference: "not/a/reference"))
        shown.append(PresentedReference(identifier: "e", reference: nil))
        let later = PresenterUnderTest(bus.address, shown: shown)
        // Before it has even found the daemon.
        later.withdraw("c", shown[2].reference)
        #expect(try daemon.next("close").id == numbers[2])
        try daemon.signal("ActionInvoked", numbers[0], "action-0")
        try later.expect(.event(.acted(identifier: "a", action: "inline-reply", text: nil)))
        #expect(try daemon.next("close").id == numbers[0])
        var presentation = Presentation(delivery: 2, identifier: "b", date: Date(), title: "T")
        presentation.replacedReference = shown[1].reference
        try later.show(presentation)
        #expect(try daemon.next("notify").replaces == numbers[1])
    }

    @Test("a reference alone is enough to replace")
    func replacedReference() throws {
        let bus = try PrivateBus()
        let daemon = try FakeDaemon(bus)
        let reference = try PresenterUnderTest(bus.address).show("a")
        let number = try daemon.next("notify").id
        let later = PresenterUnderTest(bus.address)
        var presentation = Presentation(delivery: 2, identifier: "a", date: Date(), title: "T")
        presentation.replacedReference = reference
        try later.show(presentation)
        #expect(try daemon.next("notify").replaces == number)
    }

    @Test("without a bus nothing is shown; when there is one, all goes its way")
    func busAppears() throws {
        let bus = try PrivateBus(isStarted: false)
        let test = PresenterUnderTest(bus.address)
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        #expect(test.presenter.problem?.contains("cannot connect to the bus") == true)
        try bus.start()
        let daemon = try FakeDaemon(bus)
        try test.expect(.event(.ready))
        try test.show("a")
        withExtendedLifetime(daemon) {}
    }

    @Test("a bus that ends and comes again is found again")
    func busRestarts() throws {
        let bus = try PrivateBus()
        let test = PresenterUnderTest(bus.address)
        var daemon: FakeDaemon? = try FakeDaemon(bus, "--hold")
        try test.expect(.event(.ready))
        test.present("a")
        _ = try daemon?.next("notify")
        bus.stop()
        daemon = nil
        try test.expect(.outcome("a", .notNow))
        #expect(test.presenter.problem?.contains("trying again") == true)
        try bus.start()
        let second = try FakeDaemon(bus)
        try test.expect(.event(.ready))
        try test.show("a")
        #expect(try second.next("notify").replaces == 0)
    }

    @Test(
        "an address that is none is a problem to be read, not a crash",
        arguments: ["", "nonsense", "unix:path=", "tcp:host=\0"]
    )
    func badAddress(address: String) throws {
        let test = PresenterUnderTest(address)
        test.present("a")
        try test.expect(.outcome("a", .notNow))
        let problem = try #require(test.presenter.problem)
        #expect(!problem.contains("\n"))
    }
}
