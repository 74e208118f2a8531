// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// What SwiftPM makes of `Package.swift`, as far as the tests look at it.
struct Manifest: Decodable {
    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    struct Target: Decodable {
        struct Setting: Decodable {
            /// The setting's name and its values.
            let kind: [String: [String: String]]
        }

        let name: String
        let type: String
        let path: String?
        let settings: [Setting]

        /// Whether a setting of this name is there, with this value where one is given.
        func has(_ setting: String, _ value: String? = nil) -> Bool {
            settings.contains { $0.kind[setting].map { value == nil || $0.values.contains(value ?? "") } ?? false }
        }

        /// A target of Swift code; the names of C modules begin with a C.
        var isSwift: Bool { type != "system" && !name.hasPrefix("CSealedPush") }
        var isForTests: Bool { type == "test" || path?.hasPrefix("Tests/") == true }
    }

    let products: [Product]
    let targets: [Target]

    /// Asks SwiftPM, away from the build that this test belongs to.
    static func load(strict: Bool) throws -> Manifest {
        let folder = try TemporaryDirectory()
        var environment = ProcessInfo.processInfo.environment
        environment["SEALEDPUSH_STRICT"] = strict ? "1" : nil
        let outcome = try Child.run(
            "swift",
            [
                "package", "--package-path", TestFiles.package.path, "--scratch-path", folder.path("scratch"),
                "--cache-path", folder.path("cache"), "--manifest-cache", "none", "--disable-sandbox", "dump-package",
            ],
            environment: environment
        )
        guard outcome.code == 0 else { throw LoadError(description: outcome.error) }
        return try JSONDecoder().decode(Manifest.self, from: Data(outcome.output))
    }

    struct LoadError: Error, CustomStringConvertible {
        let description: String
    }
}
