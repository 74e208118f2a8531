// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where the key store is: `--store`, else `$SEALEDPUSH_STORE`, else the user's data folder.
enum StoreLocation {
    static func path(option: String?, environment: [String: String]) throws(CommandError) -> String {
        if let option { return option }
        if let path = environment["SEALEDPUSH_STORE"], !path.isEmpty { return path }
        if let data = DataFolder.path(environment: environment) { return "\(data)/sealedpush/store.db" }
        throw CommandError(
            .inputMissing,
            "where is the key store? HOME is not set; use --store FILE or SEALEDPUSH_STORE"
        )
    }
}
