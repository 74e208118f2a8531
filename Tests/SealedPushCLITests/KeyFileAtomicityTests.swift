// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// A key file is the old one or the new one, whole, whatever happens on the way.
struct KeyFileAtomicityTests {
    private let keys: KeyFolder

    init() throws { keys = try KeyFolder() }

    @Test("Killed at any instant, `key new --force` leaves the old file or the new one")
    func killed() throws {
        let place = keys.path("victim.key")
        try #require(try CommandResult(["key", "new", "device", "-o", place]).code == 0)
        let clock = ContinuousClock()
        let whole = try clock.measure { _ = try Tool.run(["key", "new", "device", "-o", keys.path("measured.key")]) }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        var generator = SystemRandomNumberGenerator()
        var outcomes: Set<Bool> = []
        var round = 0
        // Both outcomes must have been seen, or nothing was interrupted.
        while round < Rounds.count(300) || (outcomes.count < 2 && round < Rounds.count(3_000)) {
            round += 1
            let old = try keys.bytes(of: place)
            let delay = whole * (Double.random(in: 0...1.2, using: &generator))
            let start = clock.now
            let child = try Child(
                Tool.path,
                ["key", "new", "device", "--force", "-o", place],
                descriptors: [null, null, null]
            )
            while clock.now - start < delay {}
            kill(child.pid, SIGKILL)
            let finished = child.wait() == 0
            let new = try keys.bytes(of: place)
            #expect(try KeyFile(path: place).keys.map(\.kind) == [.identitySecret, .deviceSecret])
            #expect(!finished || new != old)
            outcomes.insert(new != old)
        }
        #expect(outcomes == [true, false])
        // What an interrupted write leaves beside the file is as closed as the file.
        for name in keys.names where name.hasPrefix("victim.key.") {
            let mode = try FileManager.default.attributesOfItem(atPath: keys.path(name))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("Of several processes that create one key file at once, exactly one wins")
    func race() throws {
        for round in 0..<Rounds.count(50) {
            let place = keys.path("race-\(round).key")
            let outputs = (0..<4).map { keys.path("output-\(round)-\($0)") }
            let children = try outputs.map { path in
                let output = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
                let null = open("/dev/null", O_RDWR | O_CLOEXEC)
                defer {
                    close(output)
                    close(null)
                }
                return try Child(
                    Tool.path,
                    ["key", "new", "signer", "-o", place],
                    descriptors: [null, output, null]
                )
            }
            let codes = children.map { $0.wait() }
            #expect(codes.sorted() == [0, 73, 73, 73])
            let winner = try #require(codes.firstIndex(of: 0))
            #expect(try CommandResult(["key", "public", place]).output == keys.bytes(of: outputs[winner]))
        }
        #expect(!keys.names.contains { $0.contains(".new-") })
    }

    @Test("An existing key file is never replaced without --force, and is replaced with it")
    func replacing() throws {
        let old = try keys.bytes(of: keys.phone)
        let before = keys.names
        let refused = try CommandResult(["key", "new", "device", "-o", keys.phone])
        expectRefusal(
            refused,
            73,
            says: "cannot create \(keys.phone): file exists; choose another name, or add --force"
        )
        #expect(try keys.bytes(of: keys.phone) == old)
        let forced = try CommandResult(["key", "new", "device", "--force", "-o", keys.phone])
        #expect(forced.code == 0)
        #expect(try CommandResult(["key", "public", keys.phone]).output == forced.output)
        #expect(keys.names == before)
    }

    @Test("A symbolic link is not followed: refused without --force, replaced itself with it")
    func symbolicLink() throws {
        for target in ["door.key", "nowhere"] {
            let link = keys.path("link-to-\(target)")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: keys.path(target))
            let old = try keys.bytes(of: keys.door)
            expectRefusal(try CommandResult(["key", "new", "device", "-o", link]), 73, says: "file exists")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == keys.path(target))
            #expect(try CommandResult(["key", "new", "device", "--force", "-o", link]).code == 0)
            #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: link) }
            #expect(try keys.bytes(of: keys.door) == old)
        }
        #expect(!keys.names.contains("nowhere"))
    }

    @Test("A folder that is not there, or is a file, is an error of creation")
    func noFolder() throws {
        let deep = keys.path("nowhere/new.key")
        expectRefusal(
            try CommandResult(["key", "new", "shared", "-o", deep]),
            73,
            says: "cannot create \(deep): no such file or directory"
        )
        expectRefusal(
            try CommandResult(["key", "new", "shared", "-o", "\(keys.phone)/new.key"]),
            73,
            says: "not a directory"
        )
        expectRefusal(
            try CommandResult(["key", "new", "shared", "--force", "-o", keys.path]),
            73,
            says: "is a directory"
        )
    }

    @Test("On a full disk no key file is made, none is lost, and nothing is left")
    func fullDisk() throws {
        let mounted = keys.path("small")
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: false)
        let script = """
            mount -t tmpfs -o size=16k none "$1" || exit 120
            cp "$2" "$1/old.key" && cp "$2" "$3/before"
            cat /dev/zero > "$1/filler" 2> "$3/dd"
            "$0" key new device -o "$1/new.key"; echo "new $?"
            "$0" key new device --force -o "$1/old.key"; echo "old $?"
            cmp "$1/old.key" "$3/before" && ls -A "$1"
            """
        let result = try Tool.run(
            "unshare",
            ["-rm", "sh", "-c", script, Tool.path, mounted, keys.phone, keys.path]
        )
        guard result.error.isEmpty || result.error.hasPrefix("sealedpush: ") else {
            print("not run: needs root")
            return
        }
        #expect(result.lines == ["new 74", "old 74", "filler", "old.key"])
        for line in result.error.split(separator: "\n") {
            #expect(line.hasPrefix("sealedpush: cannot write \(mounted)/"))
            #expect(line.hasSuffix(": no space left on device"))
        }
    }
}
