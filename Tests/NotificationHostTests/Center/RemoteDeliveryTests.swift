// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A push on a device")
struct RemoteDeliveryTests {
    private final class Marking: UNNotificationServiceExtension {
        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
            content.title += " [modified]"
            contentHandler(content)
        }
    }

    // rows: S0-20 S0-52 S0-56 S1-02 S1-03 S3-01
    @Test("goes through the extension, into the list, onto the screen")
    func whole() async throws {
        let phone = try await Phone { $0.serviceExtension = InProcessExtension { Marking() } }
        let shown = try phone.device.receive(Fixture.push())
        await phone.device.settle()
        #expect(shown.origin == .extension)
        #expect(phone.shownTitles == ["T [modified]"])
        let delivered = try #require(await phone.center.deliveredNotifications().first)
        #expect(delivered.request.trigger is UNPushNotificationTrigger)
        #expect(delivered.date == phone.clock.now)
    }

    // rows: S1-02
    @Test("alone goes through the extension: a local notification does not")
    func local() async throws {
        let phone = try await Phone { $0.serviceExtension = InProcessExtension { Marking() } }
        try await phone.add(Phone.request())
        #expect(phone.shownTitles == ["Title"])
    }

    // rows: S0-06
    @Test("is presented by the delegate's word in the foreground, as a local one is")
    func foreground() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([.list])
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try phone.device.receive(Fixture.push())
        await phone.device.settle()
        #expect(delegate.presentedIdentifiers == ["push"])
        #expect(phone.presenter.presentations.map(\.showsBanner) == [false])
    }

    @Test("with the identifier of an earlier one takes its place and alerts again")
    func collapsed() async throws {
        let phone = try await Phone()
        for body in ["first", "second"] { try phone.device.receive(Fixture.push(body: body)) }
        await phone.device.settle()
        #expect(phone.presenter.presentations.map(\.body) == ["first", "second"])
        #expect(await phone.delivered == ["push"])
    }

    @Test("that is not allowed shows nothing, and runs no extension")
    func notAllowed() async throws {
        let phone = try await Phone(options: []) { $0.serviceExtension = InProcessExtension { Marking() } }
        #expect(try phone.device.receive(Fixture.push()).content == nil)
        await phone.device.settle()
        #expect(phone.presenter.presentations.isEmpty)
    }

    @Test("that its provider brings twice is taken once, also by a later process; one without a key each time")
    func redelivered() async throws {
        let folder = try TemporaryDirectory()
        let runs = Counter()
        for round in 0..<3 {
            let phone = try await Phone(storage: .folder(folder.url.path)) { configuration in
                configuration.serviceExtension = InProcessExtension {
                    runs.add()
                    return Marking()
                }
            }
            for key in ["a", "b", nil] {
                let push = RemotePush(payload: Fixture.push().payload, identifier: key ?? "none", redeliveryKey: key)
                let origin = try phone.device.receive(push).origin
                #expect(origin == (round == 0 || key == nil ? .extension : .repeated))
            }
            await phone.device.settle()
            #expect(phone.presenter.presentations.count == (round == 0 ? 3 : 1))
            phone.device.stop()
        }
        #expect(runs.value == 5)
    }

    @Test("with nothing to show is taken once as well")
    func redeliveredBadge() async throws {
        let phone = try await Phone()
        let push = RemotePush(payload: #"{"aps":{"badge":9}}"#.utf8, identifier: "push", redeliveryKey: "k")
        try phone.device.receive(push)
        try await phone.center.setBadgeCount(0)
        #expect(try phone.device.receive(push).origin == .repeated)
        #expect(phone.device.badge == 0)
    }

    // rows: S0-46
    @Test("has the actions of the category its payload names")
    func category() async throws {
        let phone = try await Phone()
        let show = UNNotificationAction(identifier: "show", title: "Show")
        phone.center.setNotificationCategories([
            UNNotificationCategory(identifier: "message", actions: [show], intentIdentifiers: [])
        ])
        try phone.device.receive(Fixture.push(#"{"aps":{"alert":"Welcome to WWDC !","category":"message"}}"#))
        await phone.device.settle()
        #expect(phone.presenter.presentations.first?.actions.map(\.title) == ["Show"])
        #expect(phone.presenter.presentations.first?.body == "Welcome to WWDC !")
    }
}
