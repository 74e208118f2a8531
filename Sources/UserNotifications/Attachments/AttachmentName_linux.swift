// SPDX-License-Identifier: Apache-2.0

/// A file's name as errors show it.
package enum AttachmentName {
    /// Longer names say no more.
    private static let maximumLength = 64

    /// The name without what could move a cursor or turn a line round, and not too long.
    package static func printable(_ name: String) -> String {
        let shown = name.unicodeScalars.prefix(maximumLength).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: "?"
            default: String(scalar)
            }
        }
        return shown.joined()
    }
}
