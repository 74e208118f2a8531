// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Our own scripts set `SEALEDPUSH_STRICT=1`: every warning is an error then.
///
/// It is a variable and not a setting because the manifest of a dependency that treats warnings as errors breaks its users' builds.
let strict = Context.environment["SEALEDPUSH_STRICT"] != nil

let package = Package(
    name: "SealedPush",
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "SealedPushCore", targets: ["SealedPushCore"]),
        .library(name: "SealedPushSender", targets: ["SealedPushSender"]),
        .library(name: "SealedPushReceiver", targets: ["SealedPushReceiver"]),
        .library(name: "SealedPushExtension", targets: ["SealedPushExtension"]),
        .library(name: "SealedPushTesting", targets: ["SealedPushTesting"]),
        .library(name: "SealedPushStore", targets: ["SealedPushStore"]),
        .executable(name: "sealedpush", targets: ["SealedPushTool"]),
    ],
    targets: [
        .target(name: "SealedPushCore", dependencies: ["CSealedPushSodium"]),
        .target(name: "SealedPushSender", dependencies: ["SealedPushCore"]),
        .target(name: "SealedPushReceiver", dependencies: ["SealedPushCore"]),
        // No pkg-config: it is part of Apple's SDKs without one, and the module map names all that is needed.
        .systemLibrary(name: "CSealedPushSQLite"),
        .target(name: "SealedPushStore", dependencies: ["SealedPushCore", "SealedPushReceiver", "CSealedPushSQLite"]),
        .target(
            name: "SealedPushCLI",
            dependencies: ["SealedPushCore", "SealedPushSender", "SealedPushReceiver", "SealedPushStore"]
        ),
        .executableTarget(name: "SealedPushTool", dependencies: ["SealedPushCLI"]),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "SealedPushCoreTests", dependencies: ["SealedPushCore", "TestSupport"]),
        .testTarget(
            name: "SealedPushSenderTests",
            dependencies: ["SealedPushSender", "SealedPushReceiver", "TestSupport"]
        ),
        .testTarget(
            name: "SealedPushReceiverTests",
            dependencies: ["SealedPushReceiver", "SealedPushSender", "TestSupport"]
        ),
        .testTarget(
            name: "SealedPushStoreTests",
            dependencies: ["SealedPushStore", "SealedPushSender", "TestSupport"]
        ),
        .testTarget(name: "SealedPushCLITests", dependencies: ["SealedPushCLI", "TestSupport"]),
        .testTarget(name: "PublicAPITests", dependencies: ["SealedPushSender", "SealedPushReceiver"]),
        .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
    ]
)

// libsodium is the system's on Linux. On a Mac it is the binary that swift-sodium ships, behind a C target of the same
// module name; declared here alone, so that Linux never resolves that package.
#if os(macOS)
package.dependencies.append(.package(url: "https://github.com/jedisct1/swift-sodium.git", from: "0.9.1"))
package.targets.append(
    .target(
        name: "CSealedPushSodium",
        dependencies: [.product(name: "Clibsodium", package: "swift-sodium")],
        path: "Sources/CSealedPushSodiumApple"
    )
)
#else
package.targets.append(
    .systemLibrary(
        name: "CSealedPushSodium",
        pkgConfig: "libsodium",
        providers: [.apt(["libsodium-dev"])]
    )
)
#endif

// Everything that exists on Linux alone. `UserNotifications` bears the name of Apple's framework, so it must not be there
// where that one is.
#if os(Linux)
let userNotifications: [Target.Dependency] = ["UserNotifications"]
/// Loads the media of notifications; on Apple's platforms that is URLSession.
let mediaLibraries: [Target.Dependency] = ["CSealedPushCurl"]
package.products += [
    .library(name: "NotificationHost", targets: ["NotificationHost"]),
    .library(name: "DesktopNotifications", targets: ["DesktopNotifications"]),
    .library(name: "SealedPushAPNs", targets: ["SealedPushAPNs"]),
    .library(name: "SealedPushMQTT", targets: ["SealedPushMQTT"]),
    .executable(name: "sealedpush-send", targets: ["SealedPushSend"]),
    .executable(name: "sealedpush-listen", targets: ["SealedPushListen"]),
    .executable(name: "sealedpush-demo", targets: ["SealedPushDemo"]),
]
package.targets += [
    .systemLibrary(
        name: "CSealedPushCurl",
        pkgConfig: "libcurl",
        providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    .systemLibrary(
        name: "CSealedPushOpenSSL",
        pkgConfig: "libssl",
        providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
        name: "CSealedPushHTTP2",
        pkgConfig: "libnghttp2",
        providers: [.apt(["libnghttp2-dev"])]
    ),
    // What the clients of APNs and of a broker have in common.
    .target(name: "SealedPushOutbox", dependencies: ["SealedPushCore"]),
    .testTarget(name: "SealedPushOutboxTests", dependencies: ["SealedPushCore", "SealedPushOutbox", "TestSupport"]),
    .target(
        name: "SealedPushAPNs",
        dependencies: [
            "CSealedPushCurl", "CSealedPushHTTP2", "CSealedPushOpenSSL", "SealedPushCore", "SealedPushOutbox",
        ]
    ),
    .executableTarget(
        name: "APNsFixture",
        dependencies: ["SealedPushAPNs", "SealedPushCore"],
        path: "Tests/Fixtures/apns/APNsFixture"
    ),
    .testTarget(
        name: "SealedPushAPNsTests",
        dependencies: ["APNsFixture", "SealedPushAPNs", "SealedPushCore", "TestSupport"]
    ),
    .executableTarget(
        name: "SealedPushListen",
        dependencies: [
            "DesktopNotifications", "NotificationHost", "SealedPushCLI", "SealedPushCore", "SealedPushExtension",
            "SealedPushMQTT", "SealedPushReceiver", "SealedPushStore", "UserNotifications",
        ]
    ),
    .testTarget(
        name: "SealedPushListenTests",
        dependencies: [
            "DesktopTestSupport", "NotificationHost", "SealedPushCLI", "SealedPushCore", "SealedPushListen",
            "SealedPushMQTT", "SealedPushReceiver", "SealedPushSend", "SealedPushSender", "SealedPushStore",
            "TestSupport", "UserNotifications",
        ]
    ),
    .executableTarget(
        name: "SealedPushSend",
        dependencies: [
            "SealedPushAPNs", "SealedPushCLI", "SealedPushCore", "SealedPushMQTT", "SealedPushSender",
            "SealedPushStore",
        ]
    ),
    .testTarget(
        name: "SealedPushSendTests",
        dependencies: [
            "NotificationHost", "SealedPushAPNs", "SealedPushCLI", "SealedPushCore", "SealedPushExtension",
            "SealedPushMQTT", "SealedPushReceiver", "SealedPushSend", "SealedPushSender", "SealedPushStore",
            "SealedPushTesting", "TestSupport", "UserNotifications",
        ]
    ),
    .systemLibrary(
        name: "CSealedPushMosquitto",
        pkgConfig: "libmosquitto",
        providers: [.apt(["libmosquitto-dev", "libssl-dev"])]
    ),
    .target(name: "SealedPushMQTT", dependencies: ["CSealedPushMosquitto", "SealedPushCore", "SealedPushOutbox"]),
    .executableTarget(name: "MQTTFixture", dependencies: ["SealedPushMQTT"], path: "Tests/Fixtures/mqtt"),
    .testTarget(
        name: "SealedPushMQTTTests",
        dependencies: ["MQTTFixture", "SealedPushCore", "SealedPushMQTT", "SealedPushOutbox", "TestSupport"]
    ),
    .systemLibrary(
        name: "CSealedPushDBus",
        pkgConfig: "libsystemd",
        providers: [.apt(["libsystemd-dev"])]
    ),
    .target(name: "CoreLocation"),
    .target(name: "UserNotifications", dependencies: ["CoreLocation"]),
    .target(
        name: "NotificationHost",
        dependencies: ["CoreLocation", "SealedPushCore", "SealedPushStore", "UserNotifications"]
    ),
    .target(
        name: "DesktopNotifications",
        dependencies: ["CSealedPushDBus", "NotificationHost", "SealedPushCore", "UserNotifications"]
    ),
    .executableTarget(
        name: "SealedPushDemo",
        dependencies: [
            "SealedPushCLI", "SealedPushSender", "SealedPushExtension", "NotificationHost", "UserNotifications",
        ]
    ),
    .executableTarget(
        name: "ExtensionFixture",
        dependencies: ["NotificationHost", "SealedPushTesting", "UserNotifications"],
        path: "Tests/ExtensionFixture"
    ),
    .executableTarget(
        name: "MediaFixture",
        dependencies: ["SealedPushExtension", "SealedPushTesting", "UserNotifications"],
        path: "Tests/MediaFixture"
    ),
    .testTarget(name: "CoreLocationTests", dependencies: ["CoreLocation"]),
    .testTarget(
        name: "UserNotificationsTests",
        dependencies: ["CoreLocation", "TestSupport", "UserNotifications"]
    ),
    .target(
        name: "UserNotificationsExamples",
        dependencies: ["SealedPushExtension", "UserNotifications"],
        path: "Examples/UserNotifications",
        exclude: ["README.md"]
    ),
    .testTarget(
        name: "ExampleTests",
        dependencies: [
            "NotificationHost", "SealedPushSender", "SealedPushTesting", "TestSupport", "UserNotifications",
            "UserNotificationsExamples",
        ]
    ),
    .target(name: "DesktopTestSupport", dependencies: ["TestSupport"], path: "Tests/DesktopTestSupport"),
    .testTarget(
        name: "DesktopNotificationsTests",
        dependencies: [
            "DesktopNotifications", "DesktopTestSupport", "NotificationHost", "SealedPushCore", "SealedPushSender",
            "SealedPushTesting", "TestSupport", "UserNotifications",
        ]
    ),
    .testTarget(
        name: "NotificationHostTests",
        dependencies: [
            "CoreLocation", "NotificationHost", "SealedPushCore", "SealedPushStore", "SealedPushTesting", "TestSupport",
            "UserNotifications",
        ]
    ),
]
#else
let userNotifications: [Target.Dependency] = []
let mediaLibraries: [Target.Dependency] = []
#endif

package.targets += [
    .target(name: "SealedPushExtension", dependencies: ["SealedPushReceiver"] + userNotifications + mediaLibraries),
    .target(name: "SealedPushTesting", dependencies: ["SealedPushSender", "SealedPushExtension"] + userNotifications),
    .testTarget(
        name: "SealedPushExtensionTests",
        dependencies: ["SealedPushTesting", "TestSupport"] + userNotifications
    ),
]

/// What every Swift target is built with, each with the proposal that explains it.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

for target in package.targets where target.type != .system && !target.name.hasPrefix("CSealedPush") {
    var settings = swiftSettings
    if target.type != .test, target.path?.hasPrefix("Tests/") != true {
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
        // Not in tests: it also flags what `#expect` expands to.
        settings.append(.strictMemorySafety())
    }
    if strict {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
