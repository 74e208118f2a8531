// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCLI
internal import SealedPushCore

/// The folder that a key store is in.
enum StoreFolder {
    /// Why a store that is there cannot be opened where its folder cannot be written to: SQLite, which makes files beside the
    /// store, says only that they are not there.
    ///
    /// - Parameter fault: Why a folder cannot be written to, as the system's error number.
    static func problem(
        _ path: String,
        fault: (String) -> Int32? = { unsafe access($0, W_OK) == 0 ? nil : errno }
    ) -> CommandError? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: path), let number = fault(folder) else { return nil }
        return CommandError(
            .noPermission,
            "cannot write to \(PrintableText.escape(folder)), where the key store is: \(SystemReason.text(number)); "
                + "a listener notes there what was shown: give it a store of its own with --store FILE"
        )
    }
}
