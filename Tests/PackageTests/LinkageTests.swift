// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import TestSupport
import Testing

/// What the built command brings with it.
struct LinkageTests {
    private static let command = TestFiles.products.appending(path: "sealedpush").path

    @Test("The command, and so SealedPushCore in it, pulls in no Foundation")
    func noFoundation() throws {
        let outcome = try Child.run("ldd", [Self.command])
        try #require(outcome.code == 0, "ldd: \(outcome.error)")
        let libraries = outcome.text.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        try #require(libraries.contains { $0.contains("libsodium") }, "\(outcome.text)")
        #expect(libraries.filter { $0.contains("Foundation") || $0.contains("libicu") || $0.contains("libxml2") } == [])
    }

    @Test("ldd does show Foundation where it is linked: in this test")
    func lddShowsFoundation() throws {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let outcome = try Child.run("ldd", [bundle])
        #expect(outcome.text.contains("libFoundation"))
    }
}
#endif
