// SPDX-License-Identifier: Apache-2.0

/// Where the key store is: `--store`, else `$SEALEDPUSH_STORE`, else the user's data folder.
enum StoreLocation {
    static func path(option: String?, environment: [String: String]) throws(CommandError) -> String {
        if let option { return option }
        if let path = environment["SEALEDPUSH_STORE"], !path.isEmpty { return path }
        // The XDG rules: a data folder that is not absolute is to be ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/sealedpush/store.db" }
        if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/share/sealedpush/store.db" }
        throw CommandError(
            .inputMissing,
            "where is the key store? HOME is not set; use --store FILE or SEALEDPUSH_STORE"
        )
    }
}
