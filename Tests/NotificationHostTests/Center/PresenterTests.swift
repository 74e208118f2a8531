// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("A presenter that is away, or slow")
struct PresenterTests {
    @Test("loses nothing: what it could not show it is given again, in order")
    func away() async throws {
        let phone = try await Phone()
        phone.presenter.isAway = true
        for number in 0..<100 { try await phone.add(Phone.request("\(number)", title: "\(number)")) }
        #expect(phone.shownTitles.isEmpty)
        #expect(await phone.delivered.isEmpty)
        phone.presenter.isAway = false
        await phone.device.settle()
        #expect(phone.shownTitles == (0..<100).map(String.init))
        #expect(await phone.delivered.count == 100)
    }

    @Test("has a bounded number to show at a time; the rest waits in the store")
    func slow() async throws {
        let phone = try await Phone()
        phone.presenter.holdsBack = true
        for number in 0..<200 { try await phone.center.add(Phone.request("\(number)", title: "\(number)")) }
        #expect(await phone.pending.isEmpty)
        #expect(phone.shownTitles.count == 32)
        phone.presenter.holdsBack = false
        await phone.device.settle()
        #expect(phone.shownTitles == (0..<200).map(String.init))
    }

    @Test("does not show what was removed while it was away")
    func removed() async throws {
        let phone = try await Phone()
        phone.presenter.isAway = true
        for name in ["a", "b"] { try await phone.add(Phone.request(name, title: name)) }
        phone.center.removeDeliveredNotifications(withIdentifiers: ["a"])
        await phone.device.settle()
        phone.presenter.isAway = false
        await phone.device.settle()
        #expect(phone.shownTitles == ["b"])
    }

    @Test("takes off the screen what was removed while it was at it")
    func removedMeanwhile() async throws {
        let phone = try await Phone()
        phone.presenter.holdsBack = true
        try await phone.center.add(Phone.request())
        phone.center.removeAllDeliveredNotifications()
        _ = await phone.pending
        phone.presenter.holdsBack = false
        await phone.device.settle()
        #expect(
            phone.presenter.calls.last == .withdrawn([PresentedReference(identifier: "id", reference: "shown-1")])
        )
        #expect(await phone.delivered.isEmpty)
    }

    @Test("in the foreground asks the delegate once, however often it has to be tried")
    func askedOnce() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([.banner, .list])
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        phone.presenter.isAway = true
        try await phone.add(Phone.request())
        for isAway in [false, true, false] { phone.presenter.isAway = isAway }
        await phone.device.settle()
        #expect(delegate.presentedIdentifiers == ["id"])
        #expect(phone.shownTitles == ["Title"])
    }
}
