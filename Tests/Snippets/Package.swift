// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// What a user of ours writes, once in every mode that a user may have: see ../snippets.sh, which copies it out of here,
// makes a folder for each snippet and mode, and says where our package is.

/// The snippets and the products each needs.
let snippets = [
    "Server": ["SealedPushSender"],
    "App": ["SealedPushStore"],
    "Extension": ["SealedPushExtension", "SealedPushStore"],
    "AppTests": ["SealedPushTesting"],
]

let modes: [(name: String, settings: [SwiftSetting])] = [
    ("Swift5", [.swiftLanguageMode(.v5)]),
    ("Swift6", [.swiftLanguageMode(.v6)]),
    ("Nonsending", [.swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    ("MainActor", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
]

/// A target that must not compile, when the script asks for it.
let refused = Context.environment["SNIPPETS_REFUSED"]

let package = Package(
    name: "Snippets",
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9), .visionOS(.v1)],
    dependencies: [.package(name: "SealedPush", path: Context.environment["SNIPPETS_DEPENDENCY"] ?? "../..")],
    targets: refused.map { name in
        [
            .target(
                name: name,
                dependencies: [.product(name: "SealedPushExtension", package: "SealedPush")],
                swiftSettings: [.swiftLanguageMode(.v6)]
            )
        ]
    }
        ?? modes.flatMap { mode in
            snippets.map { snippet, products in
                let dependencies = products.map { Target.Dependency.product(name: $0, package: "SealedPush") }
                let name = snippet + mode.name
                return switch snippet {
                case "AppTests": .testTarget(name: name, dependencies: dependencies, swiftSettings: mode.settings)
                case "Extension": .target(name: name, dependencies: dependencies, swiftSettings: mode.settings)
                default: .executableTarget(name: name, dependencies: dependencies, swiftSettings: mode.settings)
                }
            }
        }
)
