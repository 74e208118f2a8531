// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("A device that is killed while it adds and delivers")
struct KilledDeviceTests {
    @Test("loses nothing that was taken, and shows nothing twice")
    func killed() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let folder = try TemporaryDirectory()
        var taken: Set<String> = []
        let rounds = Rounds.count(300)
        for round in 0..<rounds {
            taken.formUnion(try run(round, in: folder.url.path, lines: Int.random(in: 1...40, using: &generator)))
        }
        let rest = try Child.run(Fixture.executable, ["device", folder.url.path, "finish"])
        #expect(rest.code == 0)
        let journal = try String(contentsOfFile: folder.path("journal"), encoding: .utf8).split(separator: "\n")
        let shown = journal.compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(Set(shown).count == shown.count, "shown twice; seed \(seed)")
        #expect(taken.subtracting(shown).isEmpty, "lost; seed \(seed)")
        // One more at most for each kill: what was taken, and its process ended before it could say so.
        #expect(shown.count <= taken.count + rounds)
        #expect(rest.text.hasPrefix("delivered \(shown.count)\n"))
        #expect(taken.count >= rounds)
    }

    /// Kills the device once it has said so many lines, and returns what it said that it took.
    private func run(_ round: Int, in folder: String, lines: Int) throws -> [String] {
        let pipe = Pipe()
        let child = try Child(
            Fixture.executable,
            ["device", folder, "add", "\(round)"],
            descriptors: [nil, pipe.fileHandleForWriting.fileDescriptor, 2]
        )
        try pipe.fileHandleForWriting.close()
        var text = Data()
        while text.count(where: { $0 == 0x0a }) <= lines {
            let more = pipe.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            text += more
        }
        kill(child.pid, SIGKILL)
        text += pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(child.wait() == 128 + SIGKILL)
        let said = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(said.first == "ready")
        #expect(!said.contains { $0.hasPrefix("trouble") }, "\(said)")
        return [String](said.dropFirst())
    }
}
