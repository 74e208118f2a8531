// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The table of what the tutorials show")
struct TutorialRowTests {
    private struct Row {
        let name: String
        let state: String
    }

    private static func rows() throws -> [Row] {
        let article = TestFiles.package.appending(path: "Sources/SealedPushCore/SealedPush.docc/TutorialRows.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, cells[0].wholeMatch(of: /S\d-\d\d/) != nil else { return nil }
            return Row(name: cells[0], state: cells[2])
        }
    }

    /// The rows that comments above tests name.
    private static func shown() throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(at: TestFiles.tests, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/.build/") {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(whereSeparator: { " ,".contains($0) }).map(String.init)
                if words.starts(with: ["//", "rows:"]) { names.formUnion(words.dropFirst(2)) }
            }
        }
        return names
    }

    @Test("has every row of the four, once")
    func complete() throws {
        let names = try Self.rows().map(\.name)
        let expected = [("S0", 1...59), ("S1", 1...11), ("S2", 1...28), ("S3", 1...20)].flatMap { source, numbers in
            numbers.map { "\(source)-\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(names == expected)
        #expect(try Set(Self.rows().map(\.state)) == ["works", "context"])
    }

    @Test("claims nothing that no test shows")
    func claims() throws {
        let shown = try Self.shown()
        for row in try Self.rows() where row.state == "works" {
            #expect(shown.contains(row.name), "no test shows \(row.name)")
        }
    }

    @Test("knows every row that a test names")
    func known() throws {
        #expect(try Self.shown().subtracting(Self.rows().map(\.name)) == [])
    }
}
