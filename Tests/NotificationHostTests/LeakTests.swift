// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Hosts in a process of their own: the other tests of this one open files and start children too.
@Suite("A host, its descriptors and its children")
struct LeakTests {
    /// The lines a host writes at its end, by their first word.
    private func run(_ count: Int, _ behaviour: String, pushes: Int = 1) throws -> [String: String] {
        let outcome = try Child.run(Fixture.executable, ["host", "\(count)", behaviour, "\(pushes)"])
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
        return lines(outcome.error)
    }

    private func lines(_ text: String) -> [String: String] {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(lines.map { ($0[0], $0[1]) }) { $1 }
    }

    @Test(
        "after a thousand pushes nothing is left over: no descriptor, no child, no memory",
        arguments: [("answer", "extension"), ("exit", "originalAfterFailure(the extension ended without an answer)")],
        [1, 20]
    )
    func thousand(behaviour: (name: String, origin: String), pushes: Int) throws {
        let (name, origin) = behaviour
        let count = Rounds.count(1000)
        let left = try run(count, name, pushes: pushes)
        #expect(left["shown"]?.contains(origin) == true)
        #expect(left["shown"]?.hasSuffix(": \(count)]") == true)
        #expect(left["descriptors"] == "0")
        #expect(left["children"] == "none")
        let memory = try #require(left["memory"].flatMap { Int($0) })
        #expect(memory < 4 * 1024 * 1024, "\(memory) bytes")
    }

    @Test("a child starts with nothing blocked or ignored, and of the host's descriptors it has its own four")
    func clean() throws {
        let left = try run(1, "describe")
        #expect(left["body"] == "blocked [] ignored [] descriptors [0, 1, 2, 3]")
    }

    @Test("a host without standard input and output still has extensions")
    func closed() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("error", "")
        let error = open(path, O_WRONLY | O_CLOEXEC)
        let code = try Child(Fixture.executable, ["host", "1", "answer"], descriptors: [nil, nil, error]).wait()
        close(error)
        #expect(code == 0)
        let left = lines(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self))
        #expect(left["shown"] == #"["extension": 1]"#)
    }
}
