// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Encodings for tests, by Foundation and not by the code under test.
package enum Encoding {
    /// The bytes of base64url without padding.
    package static func base64url(_ text: String) -> [UInt8]? {
        var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }

    /// base64url without padding.
    package static func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
