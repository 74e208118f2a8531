// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// In a project of your own, name the repository in place of the path.
let package = Package(
    name: "Server",
    dependencies: [.package(name: "SealedPush", path: "../..")],
    targets: [
        .executableTarget(name: "Server", dependencies: [.product(name: "SealedPushSender", package: "SealedPush")])
    ]
)
