// SPDX-License-Identifier: Apache-2.0

/// A name that may stand in a card: a suggestion for display, never trusted.
package struct CardName: Hashable, Sendable {
    package static let maximumScalars = 64
    package static let maximumBytes = 256

    package let text: String

    /// `nil` unless the name has 1…64 scalars and at most 256 bytes, no control, format, line or paragraph separator or
    /// private-use character, and no white space at either end.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, scalars.count <= Self.maximumScalars,
            text.utf8.count <= Self.maximumBytes, !first.properties.isWhitespace, !last.properties.isWhitespace,
            scalars.allSatisfy(Self.isAllowed)
        else { return nil }
        self.text = text
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
        default: true
        }
    }
}
