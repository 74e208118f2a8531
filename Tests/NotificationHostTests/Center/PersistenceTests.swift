// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("After the process has ended and begun again")
struct PersistenceTests {
    @Test("what is scheduled is still there, and comes at its time")
    func pending() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        try await first.add(Phone.request("a", trigger: Phone.after(100)))
        try await first.add(Phone.request("b", trigger: Phone.after(60, repeats: true)))
        let before = await first.center.pendingNotificationRequests()
        first.device.stop()

        let second = try await Phone(storage: .folder(folder.url.path), clock: first.clock)
        #expect(await second.center.pendingNotificationRequests() == before)
        await second.wait(100)
        #expect(second.presenter.presentations.map(\.identifier) == ["b", "a"])
    }

    @Test("what came due meanwhile is delivered once, a repeating one once too, and goes on in its beat")
    func missed() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        try await first.add(Phone.request("once", trigger: Phone.after(10)))
        try await first.add(Phone.request("often", trigger: Phone.after(60, repeats: true)))
        first.device.stop()
        let clock = ManualClock(now: first.clock.now.addingTimeInterval(1000))

        let second = try await Phone(storage: .folder(folder.url.path), clock: clock)
        #expect(second.presenter.presentations.map(\.identifier) == ["once", "often"])
        #expect(await second.pending == ["often"])
        // The beat is at 1020 s.
        await second.wait(19)
        #expect(second.presenter.presentations.count == 2)
        await second.wait(1)
        #expect(second.presenter.presentations.count == 3)
        second.device.stop()

        let third = try await Phone(storage: .folder(folder.url.path), clock: clock)
        #expect(third.presenter.presentations.isEmpty)
    }

    @Test("the list, the permission and the badge are as they were, and the screen is found again")
    func delivered() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        try await first.add(Phone.request("a") { $0.badge = 2 })
        try await first.add(Phone.request("b"))
        let before = await first.center.deliveredNotifications()
        first.device.stop()

        let second = try await Phone(storage: .folder(folder.url.path), clock: first.clock, options: [])
        #expect(await second.center.deliveredNotifications() == before)
        #expect(await second.center.notificationSettings().authorizationStatus == .authorized)
        #expect(second.device.badge == 2)
        #expect(second.presenter.presentations.isEmpty)
        #expect(
            second.presenter.calls.first
                == .started([
                    PresentedReference(identifier: "a", reference: "shown-1"),
                    PresentedReference(identifier: "b", reference: "shown-2"),
                ])
        )
        try await second.device.open("a")
        #expect(await second.delivered == ["b"])
    }

    @Test("what the presenter could not show yet is shown")
    func notShown() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        first.presenter.isAway = true
        for name in ["a", "b"] { try await first.center.add(Phone.request(name, title: name)) }
        first.device.stop()
        let second = try await Phone(storage: .folder(folder.url.path), clock: first.clock)
        #expect(second.shownTitles == ["a", "b"])
        #expect(second.presenter.presentations.map(\.isInDoubt) == [false, false])
    }

    @Test("what was with the presenter at the end is shown again in silence, as one in doubt")
    func inDoubt() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        first.presenter.holdsBack = true
        try await first.center.add(Phone.request { $0.sound = .default })
        #expect(await first.center.pendingNotificationRequests().isEmpty)
        first.device.stop()
        let second = try await Phone(storage: .folder(folder.url.path), clock: first.clock)
        #expect(second.presenter.presentations.map(\.isInDoubt) == [true])
        #expect(second.presenter.presentations.map(\.sound) == [nil])
        #expect(second.presenter.presentations.map(\.delivery) == first.presenter.presentations.map(\.delivery))
    }

    // rows: S0-17
    @Test("nothing is delivered before the start: the delegate must be in place")
    func beforeStart() async throws {
        let presenter = RecordingPresenter()
        let clock = ManualClock()
        var configuration = DeviceConfiguration(storage: .memory, presenter: presenter)
        configuration.clock = clock
        let device = try NotificationDevice(configuration)
        _ = try await device.center.requestAuthorization(options: [.alert])
        try await device.center.add(Phone.request(trigger: Phone.after(1)))
        try await device.center.add(Phone.request("now"))
        clock.advance(by: 10)
        #expect(presenter.presentations.isEmpty)
        device.start()
        await device.settle()
        #expect(Set(presenter.presentations.map(\.identifier)) == ["id", "now"])
    }

    @Test("two apps keep their own", arguments: [true, false])
    func apps(areTheSame: Bool) async throws {
        let folder = try TemporaryDirectory()
        let environment = ["XDG_DATA_HOME": folder.url.path]
        let first = try DeviceStorage.app("com.example.a").path(environment: environment)
        let second = try DeviceStorage.app(areTheSame ? "com.example.a" : "com.example.b")
            .path(environment: environment)
        #expect(first == "\(folder.url.path)/com.example.a/notifications")
        #expect((first == second) == areTheSame)
    }

    @Test(
        "a place for the notifications is needed",
        arguments: [([:], "com.example.a"), (["HOME": "relative"], "com.example.a")] as [([String: String], String)]
    )
    func noPlace(environment: [String: String], app: String) {
        #expect(throws: DeviceError.self) { try DeviceStorage.app(app).path(environment: environment) }
    }

    @Test("an app's identifier is a plain name", arguments: ["", "..", ".x", "a/b", "a\u{0}b"])
    func badIdentifier(name: String) {
        #expect(throws: DeviceError.self) { try DeviceStorage.app(name).path(environment: ["HOME": "/home/x"]) }
    }

    // rows: S0-05
    @Test("the device's address stays")
    func token() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        let token = try first.device.registerForRemoteNotifications()
        #expect(try first.device.registerForRemoteNotifications() == token && token.count == 32)
        first.device.stop()
        let second = try await Phone(storage: .folder(folder.url.path)).device.registerForRemoteNotifications()
        #expect(second == token)
        let other = try await Phone().device.registerForRemoteNotifications()
        #expect(other != token)
    }

    @Test("a second device on the same folder is refused in a line, until the first has stopped")
    func inUse() async throws {
        let folder = try TemporaryDirectory()
        let first = try await Phone(storage: .folder(folder.url.path))
        do {
            _ = try await Phone(storage: .folder(folder.url.path))
            Issue.record("it was let in")
        } catch {
            #expect((error as? DeviceError)?.code == .inUse)
            #expect("\(error)".contains("another process has these notifications"))
        }
        first.device.stop()
        let second = try await Phone(storage: .folder(folder.url.path))
        #expect(await second.pending.isEmpty)
    }

    @Test("a file that is no notification store is refused in a line, and left alone")
    func damaged() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/store.db"
        try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
        _ = chmod(path, 0o600)
        do {
            _ = try await Phone(storage: .folder(folder.url.path))
            Issue.record("it was opened")
        } catch {
            #expect("\(error)".hasSuffix("this is no notification store"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 5000)
    }
}
