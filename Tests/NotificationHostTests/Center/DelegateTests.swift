// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("While the app is in the foreground")
struct DelegateTests {
    // rows: S0-16 S0-18 S0-21 S0-22 S2-24
    @Test(
        "its delegate says how a notification is presented",
        arguments: [
            ([.banner, .list, .sound], true, true, true), ([.alert, .sound], true, true, true),
            ([.banner], true, false, false), ([.list], false, true, false), ([.list, .sound], false, true, true),
        ] as [(UNNotificationPresentationOptions, Bool, Bool, Bool)]
    )
    func options(
        options: UNNotificationPresentationOptions,
        banner: Bool,
        listed: Bool,
        sound: Bool
    ) async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate(options)
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request { $0.sound = .default })
        #expect(delegate.presentedIdentifiers == ["id"])
        let shown = try #require(phone.presenter.presentations.first)
        #expect(shown.showsBanner == banner)
        #expect((shown.sound != nil) == sound)
        #expect(await phone.delivered == (listed ? ["id"] : []))
    }

    // rows: S2-24
    @Test("nothing is presented where the delegate says so")
    func nothing() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([])
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request())
        #expect(phone.shownTitles.isEmpty)
        #expect(await phone.delivered.isEmpty)
    }

    @Test("a badge is applied where the delegate says so", arguments: [true, false])
    func badge(applies: Bool) async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate(applies ? [.badge] : [.banner])
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request { $0.badge = 7 })
        #expect(phone.device.badge == (applies ? 7 : 0))
    }

    @Test("without a delegate the notification's own options count")
    func noDelegate() async throws {
        let phone = try await Phone()
        phone.device.isInForeground = true
        try await phone.add(Phone.request { $0.sound = .default })
        let shown = try #require(phone.presenter.presentations.first)
        #expect(shown.showsBanner && shown.sound != nil)
    }

    @Test("a delegate that does not say shows nothing")
    func silentDelegate() async throws {
        final class Silent: NSObject, UNUserNotificationCenterDelegate {}
        let phone = try await Phone()
        let delegate = Silent()
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request())
        #expect(phone.shownTitles.isEmpty)
    }

    @Test("the form with async is as good")
    func asyncForm() async throws {
        final class Modern: NSObject, UNUserNotificationCenterDelegate, Sendable {
            let received = Counter()

            func userNotificationCenter(
                _ center: UNUserNotificationCenter,
                willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                [.banner, .list]
            }

            func userNotificationCenter(
                _ center: UNUserNotificationCenter,
                didReceive response: UNNotificationResponse
            ) async {
                received.add()
            }
        }
        let phone = try await Phone()
        let delegate = Modern()
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request())
        #expect(phone.shownTitles == ["Title"])
        try await phone.device.open("id")
        #expect(delegate.received.value == 1)
    }

    // rows: S0-21 S0-27
    @Test("and only then: in the background the delegate is not asked")
    func background() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([])
        phone.center.delegate = delegate
        try await phone.add(Phone.request())
        #expect(delegate.presentedIdentifiers.isEmpty)
        #expect(phone.shownTitles == ["Title"])
    }

    // rows: S0-26 S2-25
    @Test("a delegate that does not answer in time presents nothing, and its late answer has no effect")
    func late() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([.banner, .list], holdsBack: true)
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.center.add(Phone.request())
        await until { delegate.heldCount == 1 }
        #expect(phone.shownTitles.isEmpty)
        await phone.wait(60)
        #expect(phone.shownTitles.isEmpty)
        delegate.release()
        await phone.device.settle()
        #expect(phone.shownTitles.isEmpty)
        #expect(await phone.delivered.isEmpty)
    }

    @Test("a handler that is called twice counts once")
    func twice() async throws {
        final class Eager: NSObject, UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter,
                willPresent notification: UNNotification,
                withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
            ) {
                completionHandler([.banner])
                completionHandler([])
                completionHandler([.banner, .list])
            }
        }
        let phone = try await Phone()
        let delegate = Eager()
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.add(Phone.request())
        #expect(phone.shownTitles == ["Title"])
    }

    // rows: S2-26
    @Test("the center holds its delegate weakly")
    func weak() async throws {
        let phone = try await Phone()
        var delegate: RecordingDelegate? = RecordingDelegate()
        phone.center.delegate = delegate
        #expect(phone.center.delegate != nil)
        delegate = nil
        #expect(phone.center.delegate == nil)
    }
}
