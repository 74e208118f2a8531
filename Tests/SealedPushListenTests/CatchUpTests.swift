// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("What the key store could not be told of")
struct CatchUpTests {
    private let under: DeviceUnderTest

    init() throws { under = try DeviceUnderTest(broker: nil) }

    /// Holds the key store as another program that writes.
    private func hold() throws -> Connection {
        let connection = try Connection(path: under.store.path, patience: 1000)
        try connection.execute("BEGIN IMMEDIATE")
        return connection
    }

    /// The same sealed push with another text around it, which is for anyone to change.
    private func rewrapped(_ push: [UInt8]) throws -> [UInt8] {
        let text = String(decoding: push, as: UTF8.self)
        let other = text.replacing("New notification", with: "Call this number")
        #expect(other != text)
        return [UInt8](other.utf8)
    }

    @Test("is shown once all the same, also while the store is still held")
    func held() async throws {
        let push = try under.push("Door")
        let local = try await LocalListener(under)
        let other = try hold()
        #expect(await local.take(push))
        #expect(await local.take(try rewrapped(push)))
        #expect(local.shownTitles == ["Door"])
        let line = try JSONLine(try await local.output.wait(count: 2)[1])
        #expect(line.status == "failed" && line.reason == "duplicate")
        #expect(local.said.all.allSatisfy { $0.contains("it could not be noted that a push was shown") })
        #expect(!local.said.all.isEmpty)
        try other.execute("ROLLBACK")
    }

    @Test("it is told of before the next push is opened")
    func next() async throws {
        let push = try under.push("Door")
        let local = try await LocalListener(under)
        let other = try hold()
        #expect(await local.take(push))
        let seen = try #require(try local.journal.entry(PushExamination.hash(of: push))?.seen)
        try other.execute("ROLLBACK")
        #expect(try under.store.lookUp(seen) == .new)
        #expect(await local.take(try under.push("Window")))
        #expect(try under.store.lookUp(seen) == .duplicate)
        #expect(try local.journal.unrecorded().isEmpty)
        #expect(await local.take(try rewrapped(push)))
        #expect(local.shownTitles == ["Door", "Window"])
    }

    @Test("it is told of at the next start")
    func start() async throws {
        let push = try under.push("Door")
        do {
            let first = try await LocalListener(under)
            let other = try hold()
            #expect(await first.take(push))
            try other.execute("ROLLBACK")
            first.end()
        }
        let local = try await LocalListener(under)
        let seen = try #require(try local.journal.entry(PushExamination.hash(of: push))?.seen)
        #expect(try under.store.lookUp(seen) == .new)
        local.listener.catchUp()
        #expect(try under.store.lookUp(seen) == .duplicate)
    }

    @Test("does not include what was opened and never shown")
    func notShown() throws {
        let journal = try Journal(at: under.folder.path("journal.db"))
        let seen = SeenPush(signer: nil, id: MessageID(), sentAt: .now(), staleFrom: .now())
        try journal.begin("h", seen: seen)
        #expect(try journal.unrecorded().isEmpty)
        #expect(try !journal.isUnrecorded(seen, besides: "other"))
        try journal.setTold("h")
        #expect(try journal.unrecorded().map(\.hash) == ["h"])
        #expect(try journal.isUnrecorded(seen, besides: "other"))
        #expect(try !journal.isUnrecorded(seen, besides: "h"))
    }
}
