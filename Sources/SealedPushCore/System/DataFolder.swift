// SPDX-License-Identifier: Apache-2.0

/// The folder for a user's data, as the XDG base directory specification says.
package enum DataFolder {
    /// `$XDG_DATA_HOME`, else `~/.local/share`; `nil` where neither is known.
    ///
    /// A relative path is not taken.
    package static func path(environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data }
        if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/share" }
        return nil
    }
}
