// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCore

/// The labels that keep hashes, signatures and exports apart.
struct LabelTests {
    @Test("The labels are the six of the format")
    func closedList() {
        #expect(
            Set(Label.allCases.map(\.rawValue)) == [
                "SealedPush v1 key id", "SealedPush v1 signature", "SealedPush v1 card",
                "SealedPush v1 key text",
                "SealedPush v1 verify", "SealedPush v1 export",
            ]
        )
    }

    @Test("No label begins with another")
    func prefixFree() {
        for label in Label.allCases {
            for other in Label.allCases where other != label {
                #expect(!label.bytes.starts(with: other.bytes), "\(label) begins with \(other)")
            }
        }
    }

    @Test("No label is spelled anywhere but in the one list")
    func spelledOnce() throws {
        let sources = TestFiles.package.appending(path: "Sources").resolvingSymlinksInPath()
        let files = try #require(FileManager.default.subpaths(atPath: sources.path)).filter {
            $0.hasSuffix(".swift")
        }
        let spelling = files.filter { file in
            let text = try? String(contentsOf: sources.appending(path: file), encoding: .utf8)
            return text?.contains("\"SealedPush v1") ?? true
        }
        #expect(spelling == ["SealedPushCore/Sodium/Label.swift"])
    }
}
