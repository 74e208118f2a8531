// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("A device on a bad day")
struct BadDayTests {
    @Test("that has stopped takes and changes nothing more, does not start again, and lets nobody wait")
    func stopped() async throws {
        let folder = try TemporaryDirectory()
        let phone = try await Phone(storage: .folder(folder.url.path))
        try await phone.add(Phone.request("kept"))
        phone.presenter.holdsBack = true
        try await phone.center.add(Phone.request("under way"))
        phone.device.stop()
        await phone.device.settle()
        phone.device.start()
        await #expect(throws: DeviceError.self) { try await phone.center.add(Phone.request("late")) }
        #expect(throws: DeviceError.self) { try phone.device.receive(Fixture.push()) }
        phone.center.removeAllDeliveredNotifications()
        await phone.device.settle()
        let next = try await Phone(storage: .folder(folder.url.path))
        #expect(await next.delivered == ["kept", "under way"])
    }

    @Test("shows nothing that its delegate answers after the end; the next start does")
    func answeredAfterStop() async throws {
        let folder = try TemporaryDirectory()
        let phone = try await Phone(storage: .folder(folder.url.path))
        let delegate = RecordingDelegate([.banner, .list], holdsBack: true)
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.center.add(Phone.request())
        await until { delegate.heldCount == 1 }
        phone.device.stop()
        delegate.release()
        await phone.device.settle()
        #expect(phone.shownTitles.isEmpty)
        let next = try await Phone(storage: .folder(folder.url.path))
        #expect(next.shownTitles == ["Title"])
    }

    @Test("shows nothing that was removed or replaced while the delegate thought about it")
    func staleDecision() async throws {
        let phone = try await Phone()
        let delegate = RecordingDelegate([.banner, .list], holdsBack: true)
        phone.center.delegate = delegate
        phone.device.isInForeground = true
        try await phone.center.add(Phone.request("removed", title: "removed"))
        try await phone.center.add(Phone.request("id", title: "old"))
        try await phone.center.add(Phone.request("id", title: "new"))
        phone.center.removeDeliveredNotifications(withIdentifiers: ["removed"])
        await until { delegate.heldCount == 3 }
        delegate.release()
        await phone.device.settle()
        #expect(phone.shownTitles == ["new"])
    }

    @Test("is not called back into a trap: a presenter and a report may ask the device")
    func reentrant() async throws {
        let held = Held()
        let phone = try await Phone { $0.report = { _ in held.badge() } }
        held.device = phone.device
        try phone.device.receive(RemotePush(payload: "no JSON".utf8, identifier: "x"))
        #expect(held.count.value == 1)
    }

    private final class Held: @unchecked Sendable {
        // Unchecked because it is set once, before it is used.
        weak var device: NotificationDevice?
        let count = Counter()

        func badge() {
            _ = device?.badge
            count.add()
        }
    }

    @Test("shows a push whose payload is too deep to be kept, without its userInfo", arguments: [10, 400, 505, 511])
    func deepPush(depth: Int) async throws {
        let phone = try await Phone()
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        try phone.device.receive(Fixture.push(#"{"aps":{"alert":"x"},"deep":\#(deep)}"#))
        await phone.device.settle()
        #expect(phone.presenter.presentations.map(\.body) == ["x"])
    }

    @Test("refuses what is too large to be kept")
    func large() async throws {
        let phone = try await Phone()
        let request = Phone.request { $0.userInfo = ["x": Data(count: 17 * 1024 * 1024)] }
        await #expect(throws: UNError.self) { try await phone.center.add(request) }
        #expect(await phone.delivered.isEmpty)
    }

    @Test("is not moved by what is no place", arguments: [(Double.nan, 0), (.infinity, 0), (91, 0), (0, 181)])
    func noPlace(latitude: Double, longitude: Double) async throws {
        let phone = try await Phone()
        phone.device.move(toLatitude: 40, longitude: 120)
        try await phone.add(RegionTests.request(onEntry: true, onExit: true))
        phone.device.move(toLatitude: latitude, longitude: longitude)
        await phone.device.settle()
        #expect(phone.presenter.presentations.isEmpty)
    }

    @Test("asks the user once, however many ask at a time")
    func askedOnce() async throws {
        let count = Counter()
        let phone = try await Phone(options: []) { configuration in
            configuration.permission = .ask { _ in
                count.add()
                await Task.yield()
                return true
            }
        }
        let center = phone.center
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await center.requestAuthorization(options: [.alert])) ?? false }
            }
            for await granted in group { #expect(granted) }
        }
        #expect(count.value == 1)
    }

    @Test("takes names that Unicode takes for equal for two")
    func equalNames() async throws {
        let phone = try await Phone()
        for name in ["\u{e9}", "e\u{301}"] { try await phone.add(Phone.request(name)) }
        phone.center.removeDeliveredNotifications(withIdentifiers: ["\u{e9}"])
        #expect(await phone.delivered.map { [UInt8]($0.utf8) } == [[UInt8]("e\u{301}".utf8)])
        await phone.device.settle()
        let withdrawn = phone.presenter.calls.compactMap { call -> Int? in
            guard case .withdrawn(let references) = call else { return nil }
            return references.count
        }
        #expect(withdrawn == [1])
    }

    @Test("does not take a damaged store for an empty one")
    func damaged() async throws {
        let folder = try TemporaryDirectory()
        let phone = try await Phone(storage: .folder(folder.url.path))
        for number in 0..<200 { try await phone.add(Phone.request("\(number)", trigger: Phone.after(60))) }
        phone.device.stop()
        let path = folder.url.path + "/store.db"
        // A copy without its log, whose pages are then overwritten.
        let checkpoint = try Child.run("sqlite3", [path, "PRAGMA wal_checkpoint(TRUNCATE)"])
        try #require(checkpoint.code == 0, "sqlite3 is missing; Tests/run.sh installs it")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 3 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xff, count: 8 * 4096))
        try handle.close()
        do {
            _ = try await Phone(storage: .folder(folder.url.path))
            Issue.record("it was opened")
        } catch {
            #expect("\(error)".contains("damaged"))
        }
    }

    @Test("needs the path of a folder", arguments: ["", "a\u{0}b"])
    func noFolder(path: String) async {
        await #expect(throws: DeviceError.self) { _ = try await Phone(storage: .folder(path)) }
    }
}
