// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Where the store is: `--store`, else `SEALEDPUSH_STORE`, else the user's data folder.
struct StoreLocationTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: home.path(path)) }

    /// Makes a key and expects the store at that place alone.
    private func make(_ options: [String], _ environment: [String: String], at place: String) throws {
        let result = try CommandResult(options + ["key", "new", "device", "phone"], environment: environment)
        #expect(result.code == 0, "\(result.error)")
        #expect(exists(place))
        let others = ["option.db", "variable.db", "data/sealedpush/store.db", ".local/share/sealedpush/store.db"]
        for other in others where other != place { #expect(!exists(other), "\(other)") }
        let listed = try CommandResult(options + ["key", "list"], environment: environment)
        #expect(listed.lines.count == 1)
    }

    private var all: [String: String] {
        [
            "SEALEDPUSH_STORE": home.path("variable.db"), "XDG_DATA_HOME": home.path("data"), "HOME": home.url.path,
        ]
    }

    @Test("--store goes before everything")
    func option() throws {
        try make(["--store", home.path("option.db")], all, at: "option.db")
        #expect(
            try CommandResult(["--store=\(home.path("option.db"))", "key", "list"], environment: all).lines.count == 1
        )
    }

    @Test("SEALEDPUSH_STORE goes before the user's folders")
    func variable() throws { try make([], all, at: "variable.db") }

    @Test("XDG_DATA_HOME goes before HOME, and an empty SEALEDPUSH_STORE is none")
    func dataHome() throws {
        var environment = all
        environment["SEALEDPUSH_STORE"] = ""
        try make([], environment, at: "data/sealedpush/store.db")
    }

    @Test("An XDG_DATA_HOME that is relative or empty is ignored", arguments: ["data", "./data", "", "~/data"])
    func relative(_ data: String) throws {
        let environment = ["XDG_DATA_HOME": data, "HOME": home.url.path]
        try make([], environment, at: ".local/share/sealedpush/store.db")
    }

    @Test("Without a home it is asked where the store is", arguments: [[:], ["HOME": ""], ["HOME": "here"]])
    func nowhere(_ environment: [String: String]) throws {
        for arguments in [
            ["key", "list"], ["key", "new", "device", "phone"], ["doctor"], ["open"], ["key", "show", "x"],
        ] {
            expectRefusal(
                try CommandResult(arguments, environment: environment),
                66,
                says: "where is the key store? HOME is not set; use --store FILE or SEALEDPUSH_STORE"
            )
        }
        // Whoever works with files alone needs none.
        let keys = try KeyFolder()
        let push = try CommandResult(
            ["seal", "--to", keys.phonePublic, "--from", keys.door, "--body", "x"],
            environment: environment
        )
        #expect(push.code == 0)
        let open = ["open", "--key", keys.phone, "--trust", keys.doorPublic]
        #expect(try CommandResult(open, input: push.output, environment: environment).code == 0)
        #expect(try CommandResult(["inspect"], input: push.output, environment: environment).code == 0)
    }

    @Test("The process takes them from its environment, and makes the folders for its user alone")
    func process() throws {
        let environment = ["HOME": home.url.path]
        let result = try Tool.run(["key", "new", "device", "phone"], environment: environment)
        #expect(result.code == 0, "\(result.error)")
        for (path, mode) in [(".local/share/sealedpush", 0o700), (".local/share/sealedpush/store.db", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: home.path(path))
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        #expect(try Tool.run(["key", "list"], environment: environment).lines.count == 1)
    }

    @Test("A folder is the place of a store.db, and a relative path is relative")
    func folder() throws {
        try make(["--store", home.url.path + "/"], [:], at: "store.db")
        let script = "cd \"$1\" && \"$0\" --store other.db key new device phone && ls other.db"
        #expect(try Tool.shell(script, [home.url.path]).lines.last == "other.db")
    }

    @Test("Reading makes nothing", arguments: [["key", "list"], ["doctor"], ["key", "show", "x"], ["open"]])
    func readingMakesNothing(_ arguments: [String]) throws {
        _ = try CommandResult(arguments, environment: ["HOME": home.url.path])
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path).isEmpty)
    }
}
