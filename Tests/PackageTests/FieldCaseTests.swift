// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Tests/FieldCases.md")
struct FieldCaseTests {
    @Test("Every test that it names is there")
    func names() throws {
        let text = try String(contentsOf: TestFiles.tests.appending(path: "FieldCases.md"), encoding: .utf8)
        let sources = try Self.sources()
        var count = 0
        for line in text.split(separator: "\n") where line.hasPrefix("- **") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            let tests = try #require(parts.last).split(separator: "\"; \"").map { $0.trimmingPrefix("\"") }
            guard parts.last?.hasPrefix("\"") == true else { continue }
            for test in tests {
                let name = test.hasSuffix("\"") ? test.dropLast() : test
                let spelled = name.replacing("\"", with: "\\\"")
                #expect(sources.contains("\"\(spelled)\""), "no test is called \(name)")
                count += 1
            }
        }
        #expect(count > 70)
    }

    /// All test files, joined.
    private static func sources() throws -> String {
        let files = try #require(FileManager.default.enumerator(at: TestFiles.tests, includingPropertiesForKeys: nil))
        var text = ""
        for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/.build/") {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }
}
