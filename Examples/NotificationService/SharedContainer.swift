// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder that the app and its extension share; for Apple's platforms, where App Groups are.
nonisolated enum SharedContainer {
    /// Your own group, in the entitlements of the app and of the extension.
    static let group = "group.com.example.door"

    struct NoContainer: Error {}

    static func path() throws -> String {
        guard let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw NoContainer()
        }
        return url.path
    }
}
