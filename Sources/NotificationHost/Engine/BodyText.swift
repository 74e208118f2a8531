// SPDX-License-Identifier: Apache-2.0

/// The body of a local notification as it is displayed.
enum BodyText {
    private static let lengths: Set<Character> = ["h", "l", "q", "L", "z", "t", "j"]
    private static let conversions: Set<Character> = Set("@diouxXeEfFgGaAcCsSp")

    /// `%%` prints one `%`; other placeholders of a format are stripped, as Apple documents it.
    ///
    /// A per cent sign that begins no placeholder stays: "50 % of it" is no format.
    static func display(_ text: String) -> String {
        guard text.contains("%") else { return text }
        var result = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
            } else if let after = placeholder(rest) {
                rest = after
            } else {
                result += "%"
            }
        }
        return result + rest
    }

    /// What follows the placeholder that begins here: `@`, `1$@`, `ld`, `.2f`.
    private static func placeholder(_ text: Substring) -> Substring? {
        var rest = text.drop { $0.isASCII && $0.isNumber }
        if rest.first == "$" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        rest = rest.drop { lengths.contains($0) }
        guard let conversion = rest.first, conversions.contains(conversion) else { return nil }
        return rest.dropFirst()
    }
}
