// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// Several processes on one store, killed processes, and a disk without room: old or new, never half.
struct StoreProcessTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
    }

    /// Starts the command with nothing at its standard streams but, where it is given, an input.
    private func start(_ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws -> Child {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        return try Child(
            Tool.path,
            ["--store", store.path] + arguments,
            environment: Tool.environment,
            descriptors: [input ?? null, output ?? null, null]
        )
    }

    /// What every name in the store is: kind and key ids.
    private func state() throws -> [String: String] {
        let lines = try store.process(["key", "list", "--json"])
        try #require(lines.code == 0, "\(lines.error)")
        return try Dictionary(
            uniqueKeysWithValues: lines.lines.map { line in
                let object = try #require(JSON.object(line))
                let keys = try #require(object["keys"] as? [[String: Any]])
                let name = try #require(object["name"] as? String)
                return (name, keys.compactMap { $0["id"] as? String }.joined(separator: " "))
            }
        )
    }

    @Test("Killed at any instant, a command that changes keys has changed all or nothing")
    func killed() throws {
        let clock = ContinuousClock()
        let whole = try clock.measure { _ = try store.process(["key", "new", "signer", "measured"]) }
        try store.done(["key", "delete", "measured"])
        var generator = SystemRandomNumberGenerator()
        var outcomes: Set<Bool> = []
        var round = 0
        // Both outcomes must have been seen, or nothing was interrupted.
        while round < Rounds.count(300) || (outcomes.count < 2 && round < 3000) {
            let before = try state()
            let commands = [
                ["key", "rotate", "phone", "--grace", "0"], ["key", "card", "phone", "--name", "\(round)"],
                before["door"] == nil ? ["key", "new", "signer", "door"] : ["key", "delete", "door"],
                before["team"] == nil ? ["key", "new", "shared", "team"] : ["key", "rotate", "team", "--grace", "0"],
            ]
            let command = commands[round % commands.count]
            round += 1
            let delay = whole * Double.random(in: 0...1.2, using: &generator)
            let begin = clock.now
            let child = try start(command)
            while clock.now - begin < delay {}
            kill(child.pid, SIGKILL)
            let finished = child.wait() == 0
            let after = try state()
            let name = command[1] == "new" ? command[3] : command[2]
            // Of everything else nothing, of this all or nothing.
            #expect(before.filter { $0.key != name } == after.filter { $0.key != name }, "\(command)")
            if command[1] != "card" {
                #expect(!finished || before[name] != after[name], "\(command)")
                outcomes.insert(before[name] != after[name])
            }
            #expect(after.values.allSatisfy { $0.count == 16 }, "one key each: \(after)")
            // `key list` has finished the erasures that were interrupted.
            #expect(try store.process(["doctor"]).code == 0)
        }
        #expect(outcomes == [true, false])
        // Whatever came in between, the keys are of use.
        #expect(try store.opened(store.sealed(to: "phone"))["status"] as? String == "opened")
    }

    @Test("While one process rotates, another opens what was sealed before, each time")
    func rotateAndOpen() throws {
        for round in 0..<max(1, Rounds.count(1000) / 10) {
            let path = try store.write(
                "push.json",
                store.process(["seal", "--to", "phone", "--anonymous", "--body", "x"]).output
            )
            let result = store.place("result")
            let input = open(path, O_RDONLY | O_CLOEXEC)
            let output = open(result, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer {
                close(input)
                close(output)
            }
            let children = try [
                start(["key", "rotate", "phone", "--grace", "1"]), start(["open"], input: input, output: output),
            ]
            #expect(children.map { $0.wait() } == [0, 0], "round \(round)")
            #expect(try String(contentsOfFile: result, encoding: .utf8).hasPrefix("body: x\n"), "round \(round)")
        }
        #expect(try store.process(["doctor"]).code == 0)
    }

    @Test(
        "After a command all of the store stands in its one file",
        arguments: [
            ["key", "list"], ["key", "rotate", "phone"], ["key", "show", "nobody"], ["open"], ["doctor"], ["inspect"],
            ["seal", "--to", "phone", "--anonymous", "--body", "x"], ["key", "delete", "phone"],
        ]
    )
    func oneFile(_ arguments: [String]) throws {
        let push = try store.sealed(to: "phone", now: Timestamp.now().milliseconds)
        let result = try Tool.run(["--store", store.path] + arguments, input: push)
        #expect([0, 66].contains(result.code), "\(result.error)")
        #expect(try [String](store.contents().keys) == ["store.db"])
    }

    @Test("Of several processes that make a store at once, each has its key in it")
    func makeAtOnce() throws {
        for _ in 0..<Rounds.count(30) {
            let other = try StoreFolder()
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let children = try (0..<4).map { index in
                try Child(
                    Tool.path,
                    ["--store", other.path, "key", "new", "device", "\(index)"],
                    environment: Tool.environment,
                    descriptors: [null, null, null]
                )
            }
            #expect(children.map { $0.wait() } == [0, 0, 0, 0])
            #expect(try other.listed() == ["0", "1", "2", "3"])
        }
    }

    @Test("Of several processes that open one push at once, exactly one shows it")
    func openAtOnce() throws {
        for _ in 0..<Rounds.count(30) {
            let push = try store.write(
                "push.json",
                store.process(["seal", "--to", "phone", "--anonymous", "--body", "x"]).output
            )
            let children = try (0..<4).map { _ in try start(["open", push]) }
            #expect(children.map { $0.wait() }.sorted() == [0, 1, 1, 1])
        }
    }

    @Test("On a full disk nothing is changed and nothing is lost")
    func fullDisk() throws {
        let mounted = store.place("small")
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: false)
        let script = """
            mount -t tmpfs -o size=2m none "$1" || exit 120
            run() { place=$1; shift; "$tool" --store "$place/store.db" "$@"; }
            tool=$0
            run "$1" key new device phone > /dev/null
            run "$1" key list > "$2/before"
            cat /dev/zero > "$1/filler" 2> /dev/null
            for try in 1 2 3; do
                i=0
                while [ "$i" -lt 40 ]; do
                    run "$1" key new device "tablet $try $i" > /dev/null || { echo "new $?"; break; }
                    i=$((i + 1))
                done
            done
            run "$1" key rotate phone > /dev/null; echo "rotate $?"
            rm "$1/filler"
            run "$1" key list | grep -v tablet | cmp - "$2/before" && echo same
            run "$1" doctor > /dev/null; echo "doctor $?"
            run "$1" key rotate phone > /dev/null; echo "rotate $?"
            """
        let folder = try TemporaryDirectory()
        let result = try Tool.run("unshare", ["-rm", "sh", "-c", script, Tool.path, mounted, folder.url.path])
        guard result.code != 120, result.error.isEmpty || result.error.hasPrefix("sealedpush: ") else {
            print("not run: needs root")
            return
        }
        #expect(result.lines == ["new 74", "new 74", "new 74", "rotate 74", "same", "doctor 0", "rotate 0"])
        for line in result.error.split(separator: "\n") where !line.contains("note: ") {
            #expect(line.hasSuffix("no room left on the disk") || line.hasSuffix("no space left on device"), "\(line)")
        }
    }
}
