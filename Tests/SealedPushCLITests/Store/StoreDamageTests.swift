// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushStore

/// A store's file cut short or with bytes flipped: keys that are right, or one line and an exit code; never a trap.
struct StoreDamageTests {
    private let store: StoreFolder
    private let push: [UInt8]
    private let whole: Data
    private let ids: [String]

    init() throws {
        store = try StoreFolder()
        for (kind, name) in [("device", "phone"), ("signer", "door"), ("shared", "team")] {
            try store.done(["key", "new", kind, name])
        }
        try store.done(["key", "rotate", "phone"])
        push = try store.sealed(to: "phone")
        let folder = store
        ids = try ["phone", "door", "team"].map { try folder.keyIDs($0)[0] }
        // All of it in the one file that is to be damaged.
        try Connection(path: store.path, patience: 0).emptyLog()
        whole = try Data(contentsOf: URL(filePath: store.path))
    }

    /// Uses a damaged file in every way there is.
    private func use(_ bytes: Data, _ comment: Comment) throws {
        let path = try store.write("damaged.db", [UInt8](bytes))
        defer {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
        func run(_ arguments: [String]) throws -> CommandResult {
            let result = try CommandResult(["--store", path] + arguments, input: push, now: StoreFolder.start)
            #expect([0, 1, 64, 65, 66, 73, 74, 77].contains(result.code), comment)
            if result.code != 0 { expectOneLine(result.error) }
            return result
        }
        let doctor = try run(["doctor"])
        for (name, id) in zip(["phone", "door", "team"], ids) {
            let shown = try run(["key", "show", name, "--json"])
            guard doctor.code == 0, shown.code == 0 else { continue }
            // A file that passes every check may be one without some rows, and never has others.
            let keys = shown.json?["keys"] as? [[String: Any]]
            #expect(keys?.first.map { $0["id"] as? String == id } ?? true, comment)
        }
        let opened = try run(["open", "--json"])
        if opened.code == 0 {
            #expect(opened.text.hasSuffix("\"payload\":{\"aps\":{\"alert\":{\"body\":\"hello\"}}}}\n"), comment)
        }
        let sealed = try run(["seal", "--to", "phone", "--from", "door", "--body", "x"])
        if sealed.code == 0 {
            let inspected = try CommandResult(["inspect", "--json"], input: sealed.output).json
            #expect(inspected?["key"] as? String == ids[0], comment)
        }
        _ = try run(["key", "rotate", "team"])
        _ = try run(["key", "delete", "door"])
    }

    @Test("Cut short")
    func truncated() throws {
        for length in stride(from: 0, to: whole.count, by: 4096 / Rounds.count(10)) {
            try use(whole.prefix(length), "\(length) bytes")
        }
    }

    @Test("With bytes flipped")
    func flipped() throws {
        var generator = SeededGenerator(seed: 31)
        for round in 0..<Rounds.count(300) {
            var bytes = whole
            let start = Int.random(in: 0..<(round % 4 == 0 ? 100 : bytes.count), using: &generator)
            for position in start..<min(bytes.count, start + [1, 1, 4, 64][round % 4]) {
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            }
            try use(bytes, "seed 31, round \(round)")
        }
    }

    @Test("An emptied file is a store without keys, and doctor sees none")
    func emptied() throws {
        let path = try store.write("empty.db", "")
        #expect(try CommandResult(["--store", path, "key", "list"]).output.isEmpty)
        #expect(try CommandResult(["--store", path, "doctor"]).code == 0)
        #expect(try CommandResult(["--store", path, "key", "new", "device", "phone"]).code == 0)
    }
}
