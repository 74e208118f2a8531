// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("Asking to notify")
struct PermissionTests {
    // rows: S0-02 S0-03 S0-04 S2-04 S2-05
    @Test(
        "grants what is asked for, any combination and each alone",
        arguments: [[.alert], [.sound], [.badge], [.alert, .sound], [.alert, .badge, .sound]]
            as [UNAuthorizationOptions]
    )
    func granted(options: UNAuthorizationOptions) async throws {
        let phone = try await Phone(options: [])
        #expect(try await phone.center.requestAuthorization(options: options))
        let settings = await phone.center.notificationSettings()
        #expect(settings.authorizationStatus == .authorized)
        #expect((settings.alertSetting == .enabled) == options.contains(.alert))
        #expect((settings.soundSetting == .enabled) == options.contains(.sound))
        #expect((settings.badgeSetting == .enabled) == options.contains(.badge))
    }

    @Test("grants nothing where nothing is asked for")
    func nothing() async throws {
        let phone = try await Phone(options: [])
        #expect(try await !phone.center.requestAuthorization(options: []))
    }

    // rows: S2-06
    @Test("is not determined before")
    func undetermined() async throws {
        let phone = try await Phone(options: [])
        let settings = await phone.center.notificationSettings()
        #expect(settings.authorizationStatus == .notDetermined)
        #expect(settings.alertSetting == .disabled)
    }

    @Test("tells the truth about what shows notifications: text alone")
    func silentPresenter() async throws {
        let phone = try await Phone(presenter: RecordingPresenter(abilities: [.alert]), options: [])
        #expect(try await phone.center.requestAuthorization(options: [.alert, .sound]))
        #expect(await phone.center.notificationSettings().alertSetting == .enabled)
        #expect(await phone.center.notificationSettings().soundSetting == .notSupported)
    }

    // rows: S0-04
    @Test("is an error where nothing shows notifications", arguments: [true, false])
    func noPresenter(isThere: Bool) async throws {
        let phone = try await Phone(presenter: RecordingPresenter(abilities: []), options: []) {
            if !isThere { $0.presenter = nil }
        }
        do {
            _ = try await phone.center.requestAuthorization(options: [.alert])
            Issue.record("it was granted")
        } catch {
            #expect((error as? UNError)?.code == .notificationsNotAllowed)
            #expect("\(error)".contains("nothing on this machine shows notifications"))
        }
        #expect(await phone.center.notificationSettings().alertSetting == .notSupported)
        #expect(await phone.center.notificationSettings().authorizationStatus == .notDetermined)
    }

    @Test("waits for a presenter that still looks for its desktop")
    func lookingPresenter() async throws {
        let presenter = RecordingPresenter(abilities: [])
        presenter.knowsAbilities = false
        let phone = try await Phone(presenter: presenter, options: [])
        async let granted = phone.center.requestAuthorization(options: [.alert])
        await until { phone.clock.alarmCount == 1 }
        presenter.abilities = [.alert]
        presenter.knowsAbilities = true
        #expect(try await granted)
    }

    @Test("does not wait for ever")
    func lookingInVain() async throws {
        let presenter = RecordingPresenter(abilities: [])
        presenter.knowsAbilities = false
        let phone = try await Phone(presenter: presenter, options: [])
        async let granted = phone.center.requestAuthorization(options: [.alert])
        await until { phone.clock.alarmCount == 1 }
        phone.clock.advance(by: 5)
        do {
            _ = try await granted
            Issue.record("it was granted")
        } catch {
            #expect((error as? UNError)?.code == .notificationsNotAllowed)
        }
    }

    // rows: S2-03
    @Test("asks the user once, and remembers", arguments: [true, false])
    func askedOnce(answer: Bool) async throws {
        let count = Counter()
        let phone = try await Phone(options: []) { configuration in
            configuration.permission = .ask { _ in
                count.add()
                return answer
            }
        }
        for _ in 0..<3 { #expect(try await phone.center.requestAuthorization(options: [.alert]) == answer) }
        #expect(count.value == 1)
        #expect(await phone.center.notificationSettings().authorizationStatus == (answer ? .authorized : .denied))
    }

    // rows: S2-03
    @Test("what the user says later in the settings holds")
    func changedInSettings() async throws {
        let phone = try await Phone()
        phone.device.setNotificationsAllowed(false)
        await #expect(throws: UNError.self) { try await phone.center.add(Phone.request()) }
        #expect(try await !phone.center.requestAuthorization(options: [.alert]))
        phone.device.setNotificationsAllowed(true)
        try await phone.add(Phone.request())
        #expect(phone.shownTitles == ["Title"])
    }

    @Test("provisionally asks nobody, and delivers quietly to the list")
    func provisional() async throws {
        let phone = try await Phone(options: []) { $0.permission = .denied }
        #expect(try await phone.center.requestAuthorization(options: [.alert, .sound, .provisional]))
        #expect(await phone.center.notificationSettings().authorizationStatus == .provisional)
        try await phone.add(Phone.request { $0.sound = .default })
        let shown = try #require(phone.presenter.presentations.first)
        #expect(!shown.showsBanner && shown.sound == nil)
        #expect(await phone.delivered == ["id"])
    }

    @Test("without it nothing can be added")
    func notAllowed() async throws {
        let phone = try await Phone(options: [])
        await #expect(throws: UNError.self) { try await phone.center.add(Phone.request()) }
        do {
            try await phone.center.add(Phone.request())
        } catch UNError.notificationsNotAllowed {
            return
        }
        Issue.record("no error of that code")
    }

    @Test("kinds that were not granted are dropped, the rest is delivered")
    func droppedKinds() async throws {
        let phone = try await Phone(options: [.alert])
        try await phone.add(
            Phone.request {
                $0.sound = .default
                $0.badge = 4
            }
        )
        #expect(phone.presenter.presentations.map(\.sound) == [nil])
        #expect(phone.device.badge == 0)

        let numbers = try await Phone(options: [.badge])
        try await numbers.add(Phone.request { $0.badge = 4 })
        #expect(numbers.presenter.presentations.isEmpty)
        #expect(numbers.device.badge == 4)
    }
}
