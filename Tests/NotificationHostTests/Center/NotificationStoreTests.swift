// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("The store of notifications")
struct NotificationStoreTests {
    private func deliver(_ count: Int, isListed: (Int) -> Bool, to store: NotificationStore) throws {
        for number in 1...count {
            let archive = try #require(RequestArchive(Phone.request("\(number)")))
            _ = try store.deliver(archive, at: Int64(number), from: .outside)
            _ = try store.markGiven(Int64(number), isListed: isListed(number))
            try store.markShown(Int64(number), reference: "\(number)")
        }
    }

    @Test("keeps the newest of a list that is too long, and drops nothing of one that is not")
    func listBound() throws {
        let store = try NotificationStore(at: nil)
        try deliver(50, isListed: { _ in true }, to: store)
        #expect(try !store.trim(after: 50, list: 50, interval: 1))
        #expect(try store.deliveredNotifications().count == 50)
        _ = try store.trim(after: 50, list: 20, interval: 1)
        #expect(try store.deliveredNotifications().map(\.identifier) == (31...50).map(String.init))
    }

    @Test("keeps what is on the screen alone, for what the user does with it, but not for ever")
    func screenBound() throws {
        let store = try NotificationStore(at: nil)
        try deliver(1100, isListed: { $0 % 100 == 0 }, to: store)
        _ = try store.trim(after: 1100, list: 10_000, interval: 1)
        #expect(try store.deliveredNotifications().count == 11)
        #expect(try store.shownNotifications().count == 1011)
    }

    @Test("looks for what is too much now and then alone")
    func interval() throws {
        let store = try NotificationStore(at: nil)
        try deliver(50, isListed: { _ in true }, to: store)
        _ = try store.trim(after: 50, list: 20)
        #expect(try store.deliveredNotifications().count == 50)
    }

    @Test("knows the last ten thousand pushes again")
    func taken() throws {
        let store = try NotificationStore(at: nil)
        for number in 0...10_000 { try store.markTaken("\(number)") }
        try store.markTaken("10000")
        #expect(try !store.hasTaken("0"))
        #expect(try store.hasTaken("1") && store.hasTaken("10000"))
    }

    @Test("drops what cannot be read, and goes on")
    func unreadable() throws {
        let store = try NotificationStore(at: nil)
        try deliver(2, isListed: { _ in true }, to: store)
        try store.connection.execute("UPDATE delivered SET content = x'00' WHERE number = 1")
        #expect(try store.deliveredNotifications().map(\.identifier) == ["2"])
        let archive = try #require(RequestArchive(Phone.request("p", trigger: Phone.after(60))))
        _ = try store.addPending(archive, due: 1, isInside: nil)
        try store.connection.execute("UPDATE pending SET trigger = x'00'")
        #expect(try store.pendingRequests().isEmpty)
        #expect(try store.nextDue() == nil)
    }
}
