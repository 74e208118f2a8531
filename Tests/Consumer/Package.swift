// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package as a user of ours has it: see ../consumer.sh, which copies it out of here and says where ours is.
let package = Package(
    name: "Consumer",
    dependencies: [
        .package(url: Context.environment["CONSUMER_DEPENDENCY"] ?? "", exact: "0.0.1-test.1")
    ],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                "TestSupport",
                .product(name: "SealedPushSender", package: "SealedPush"),
                .product(name: "SealedPushReceiver", package: "SealedPush"),
            ]
        ),
        .executableTarget(name: "CoreAlone", dependencies: [.product(name: "SealedPushCore", package: "SealedPush")]),
        // We have a target of this name too; no user is to notice.
        .target(name: "TestSupport"),
    ],
    swiftLanguageModes: Context.environment["CONSUMER_LANGUAGE_MODE"].map { [.version($0)] }
)
