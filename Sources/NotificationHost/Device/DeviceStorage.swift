// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// Where a device keeps what is scheduled and what was delivered.
public enum DeviceStorage: Sendable {
    /// In memory; it goes with the process.
    case memory
    /// In the user's data folder, under the app's identifier: `${XDG_DATA_HOME:-~/.local/share}/com.example.app/notifications`.
    case app(String)
    /// In a folder.
    case folder(String)

    /// The folder; `nil` for memory.
    ///
    /// - Throws: `DeviceError.noDataFolder`, `badAppIdentifier`.
    package func path(environment: [String: String]) throws(DeviceError) -> String? {
        switch self {
        case .memory: return nil
        case .folder(let path):
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw DeviceError(.storage, "the notifications need the path of a folder")
            }
            return path
        case .app(let identifier):
            guard !identifier.isEmpty, !identifier.hasPrefix("."), !identifier.contains("/"),
                !identifier.utf8.contains(0)
            else {
                throw DeviceError(
                    .badAppIdentifier,
                    "'\(PrintableText.excerpt(identifier))' is no app's identifier: it is a name such as com.example.app"
                )
            }
            guard let data = DataFolder.path(environment: environment) else {
                throw DeviceError(.noDataFolder, "no folder for notifications: set HOME or XDG_DATA_HOME")
            }
            return "\(data)/\(identifier)/notifications"
        }
    }
}
