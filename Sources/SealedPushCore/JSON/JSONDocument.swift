// SPDX-License-Identifier: Apache-2.0

/// A JSON object that was checked against the rules of `EnvelopeFormat`, "JSON", kept as the bytes it came in.
///
/// Numbers stay text, names keep their order, nothing is converted: what goes through comes out as it was spelled.
package struct JSONDocument: Sendable {
    /// How many brackets may be open at once, the outermost included: bounds the parser's stack.
    package static let maximumDepth = 32
    /// How many members and array elements the whole text may have: bounds memory and the search for double names.
    package static let maximumItems = 1024

    /// The text, checked to be UTF-8.
    package let bytes: [UInt8]
    let nodes: [Node]

    /// One value, in the order of the text; the values inside an object or array follow it up to `end`.
    struct Node {
        enum Kind {
            case object
            case array
            case string
            case number
            case bool
            case null
        }

        var kind: Kind
        /// The bytes of the value, the quotes of a string included.
        var range: Range<Int>
        /// The bytes of the member's name between its quotes, escapes and all; empty for what has none.
        var name: Range<Int>
        /// Index of the first node after this value and all inside it.
        var end: Int
    }

    /// Whether there is white space that means nothing.
    private let hasWhiteSpace: Bool

    /// Checks `bytes` and takes them.
    package init(_ bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes)
        nodes = try parser.parse()
        hasWhiteSpace = parser.hasWhiteSpace
        self.bytes = bytes
    }

    /// Checks `bytes` and takes them without the white space that means nothing.
    package init(minifying bytes: [UInt8]) throws(JSONError) {
        let document = try JSONDocument(bytes)
        self = document.hasWhiteSpace ? try JSONDocument(document.minified) : document
    }

    /// The outermost object.
    package var root: JSONValue { JSONValue(document: self, index: 0) }

    /// The same text without the white space that means nothing.
    package var minified: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var insideString = false
        var escaped = false
        for byte in bytes {
            if insideString {
                result.append(byte)
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    insideString = false
                }
            } else if !JSONParser.isWhiteSpace(byte) {
                result.append(byte)
                insideString = byte == UInt8(ascii: "\"")
            }
        }
        return result
    }
}
