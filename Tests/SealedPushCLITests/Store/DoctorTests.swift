// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SealedPushStore

/// `doctor`: what is wrong, and exit code 1 for it.
struct DoctorTests {
    private let store: StoreFolder

    init() throws { store = try StoreFolder() }

    private func makeKeys() throws {
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "new", "signer", "door"])
    }

    /// Runs it and expects one problem with the store.
    private func expectProblem(_ says: String, now: UInt64 = StoreFolder.start) throws {
        let result = try store.run(["doctor"], now: now)
        #expect(result.code == 1)
        #expect(result.error == "sealedpush: one thing is wrong\n")
        #expect(result.lines[0].hasPrefix("store: wrong: "))
        #expect(result.lines[0].contains(says), "\(result.text)")
        let line = try #require(store.run(["doctor", "--json"], now: now).lines.first.flatMap { JSON.object($0) })
        #expect(line["ok"] as? Bool == false)
        #expect((line["problems"] as? [String])?.count == 1)
    }

    @Test("Where nothing is wrong it says what it found")
    func sound() throws {
        let version = /libsodium: ok: [0-9]+\.[0-9]+\.[0-9]+/
        let none = try store.done(["doctor"])
        #expect(none.lines[0] == "store: ok: none yet at \(store.path)")
        #expect(try store.contents().isEmpty)
        try makeKeys()
        let result = try store.done(["doctor"])
        #expect(result.lines[0] == "store: ok: \(store.path), 2 keys and contacts")
        #expect(result.lines[1].wholeMatch(of: version) != nil)
        #expect(result.lines[2] == "clock: ok: 2026-05-28T20:26:40Z")
        #expect(result.lines.count == 3)
        let checks = try store.done(["doctor", "--json"]).lines.compactMap { JSON.object($0) }
        #expect(checks.map { $0["check"] as? String } == ["store", "libsodium", "clock"])
        #expect(checks.allSatisfy { $0["ok"] as? Bool == true })
    }

    @Test("A clock that is not set is wrong, and several things are counted")
    func clock() throws {
        let result = try store.run(["doctor"], now: 1000)
        #expect(result.code == 1)
        #expect(result.lines[2].hasPrefix("clock: wrong: the clock says 1970-01-01T00:00:01Z: it is not set"))
        try store.write("x", "x")
        try makeKeys()
        chmod(store.path, 0o644)
        #expect(try store.run(["doctor"], now: 1000).error == "sealedpush: 2 things are wrong\n")
    }

    @Test("A secret that is not the one it is called, and one that is gone")
    func keyPairs() throws {
        try makeKeys()
        let connection = try Connection(path: store.path, patience: 0)
        try connection.execute("UPDATE secret SET bytes = randomblob(32) WHERE id = 2")
        try expectProblem("'phone': ")
        try connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM secret WHERE id = 2")
        let result = try store.run(["doctor"])
        #expect(result.code == 1)
        #expect(result.text.contains("store: wrong: 'phone': "))
        #expect(result.text.contains("store: wrong: the file is damaged: rows that belong together do not"))
        expectOneLine(result.error)
    }

    @Test("An erasure that another program is in the way of")
    func erasureOwed() throws {
        try makeKeys()
        let reader = try Connection(path: store.path, patience: 0)
        try reader.execute("BEGIN; SELECT count(*) FROM own")
        try store.done(["key", "delete", "door"])
        try expectProblem("keys erased on 2026-05-28T20:26:40Z may still be in the store's log")
        try reader.execute("COMMIT")
        try store.done(["key", "list"])
        #expect(try store.run(["doctor"]).code == 0)
    }

    @Test("A replaced key that is past its time and not erased; the next command does it")
    func due() throws {
        try makeKeys()
        try store.done(["key", "rotate", "phone", "--grace", "1"])
        let later = StoreFolder.start + StoreFolder.day
        try expectProblem("1 replaced key is past its time and not erased yet", now: later)
        try store.done(["key", "list"], now: later)
        #expect(try store.run(["doctor"], now: later).code == 0)
    }

    @Test("It changes nothing")
    func changesNothing() throws {
        try makeKeys()
        try store.done(["key", "rotate", "phone", "--grace", "1"])
        let before = try store.contents()
        _ = try store.run(["doctor"], now: StoreFolder.start + StoreFolder.day)
        #expect(try store.contents() == before)
    }
}
