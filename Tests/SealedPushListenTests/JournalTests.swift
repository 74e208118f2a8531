// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import SealedPushReceiver
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("The journal")
struct JournalTests {
    private let folder: TemporaryDirectory
    private let journal: Journal
    private let seen: SeenPush

    init() throws {
        folder = try TemporaryDirectory()
        journal = try Journal(at: folder.path("journal.db"))
        seen = SeenPush(
            signer: try SigningKey.Secret().publicKey,
            id: MessageID(),
            sentAt: Timestamp(milliseconds: 1_800_000_000_000),
            staleFrom: Timestamp(milliseconds: .max)
        )
    }

    @Test("knows nothing of a push that never came")
    func unknown() throws { #expect(try journal.entry("h") == nil) }

    @Test("remembers each step, also after it is opened again")
    func steps() throws {
        try journal.begin("h", seen: seen)
        #expect(try journal.entry("h") == Journal.Entry(seen: seen))
        try journal.setTold("h")
        try journal.setShown("h")
        let again = try Journal(at: folder.path("journal.db"))
        #expect(try again.entry("h") == Journal.Entry(isTold: true, isShown: true, seen: seen))
        try again.setRecorded("h")
        #expect(try journal.entry("h") == Journal.Entry(isTold: true, isShown: true))
    }

    @Test("keeps the steps of a push that is begun once more")
    func again() throws {
        try journal.begin("h", seen: nil)
        try journal.setShown("h")
        try journal.begin("h", seen: seen)
        #expect(try journal.entry("h") == Journal.Entry(isShown: true, seen: seen))
    }

    @Test("forgets the oldest, and stays small")
    func bounded() throws {
        for number in 0...Int(Journal.capacity) { try journal.begin("h\(number)", seen: nil) }
        #expect(try journal.entry("h0") == nil)
        #expect(try journal.entry("h1") != nil)
        #expect(try journal.entry("h\(Journal.capacity)") != nil)
    }

    @Test("holds an unsigned push as well, and takes no other text for one")
    func text() {
        let unsigned = SeenPush(signer: nil, id: seen.id, sentAt: seen.sentAt, staleFrom: seen.staleFrom)
        #expect(SeenText.push(SeenText.text(unsigned)) == unsigned)
        #expect(SeenText.push(SeenText.text(seen)) == seen)
        let good = SeenText.text(seen)
        for text in [
            "", "{}", "[]", String(good.dropLast()), good.replacing("signer:", with: "device:"),
            good.replacing("\"sentAt\"", with: "\"x\""),
        ] {
            #expect(SeenText.push(text) == nil, "\(text)")
        }
    }
}
