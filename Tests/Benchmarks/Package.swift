// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own, so that what measuring needs never reaches a user.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "SealedPush", path: "../..")],
    targets: [
        .target(name: "CReference", linkerSettings: [.linkedLibrary("sodium")]),
        .executableTarget(
            name: "PendingRequests",
            dependencies: [.product(name: "NotificationHost", package: "SealedPush")]
        ),
        .executableTarget(
            name: "APNsRequests",
            dependencies: [
                .product(name: "SealedPushAPNs", package: "SealedPush"),
                .product(name: "SealedPushSender", package: "SealedPush"),
            ]
        ),
        .executableTarget(
            name: "MQTTMessages",
            dependencies: [.product(name: "SealedPushMQTT", package: "SealedPush")]
        ),
        .executableTarget(
            name: "ListenLatency",
            dependencies: [
                .product(name: "SealedPushMQTT", package: "SealedPush"),
                .product(name: "SealedPushSender", package: "SealedPush"),
                .product(name: "SealedPushStore", package: "SealedPush"),
            ]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CReference",
                .product(name: "SealedPushSender", package: "SealedPush"),
                .product(name: "SealedPushReceiver", package: "SealedPush"),
            ]
        ),
    ]
)
