// SPDX-License-Identifier: Apache-2.0

/// A strict reader of RFC 8259 with the limits of `EnvelopeFormat`, "JSON".
///
/// One pass over the bytes; it converts nothing and allocates one node for each value.
struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// Whether there is white space between the tokens.
    private(set) var hasWhiteSpace = false
    private var nodes: [JSONDocument.Node] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        nodes.reserveCapacity(16)
    }

    /// The nodes of the one object that the text must be.
    mutating func parse() throws(JSONError) -> [JSONDocument.Node] {
        guard isUTF8 else { throw error("the text is not UTF-8") }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { throw error("the text begins with a byte order mark") }
        skipWhiteSpace()
        guard position < bytes.count else { throw error("the text is empty") }
        guard bytes[position] == UInt8(ascii: "{") else { throw error("the text is not a JSON object") }
        try parseValue(name: 0..<0)
        skipWhiteSpace()
        guard position == bytes.count else { throw error("more text follows the object") }
        return nodes
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    private var isUTF8: Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(strictUTF8: bytes) != nil
    }

    // MARK: Values

    private mutating func parseValue(name: Range<Int>) throws(JSONError) {
        guard let byte = peek else { throw error("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): try parseContainer(.object, name: name, closing: UInt8(ascii: "}"))
        case UInt8(ascii: "["): try parseContainer(.array, name: name, closing: UInt8(ascii: "]"))
        case UInt8(ascii: "\""):
            try parseLeaf(.string, name: name) { parser throws(JSONError) in try parser.skipString() }
        case UInt8(ascii: "t"): try parseLeaf(.bool, name: name) { parser throws(JSONError) in try parser.skip("true") }
        case UInt8(ascii: "f"):
            try parseLeaf(.bool, name: name) { parser throws(JSONError) in try parser.skip("false") }
        case UInt8(ascii: "n"): try parseLeaf(.null, name: name) { parser throws(JSONError) in try parser.skip("null") }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try parseLeaf(.number, name: name) { parser throws(JSONError) in try parser.skipNumber() }
        default: throw error("no value begins like this")
        }
    }

    private mutating func parseLeaf(
        _ kind: JSONDocument.Node.Kind,
        name: Range<Int>,
        skip: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        let start = position
        try skip(&self)
        nodes.append(JSONDocument.Node(kind: kind, range: start..<position, name: name, end: nodes.count + 1))
    }

    private mutating func parseContainer(
        _ kind: JSONDocument.Node.Kind,
        name: Range<Int>,
        closing: UInt8
    ) throws(JSONError) {
        guard depth < JSONDocument.maximumDepth else {
            throw error("more than \(JSONDocument.maximumDepth) brackets are open at once")
        }
        depth += 1
        let start = position
        let index = nodes.count
        nodes.append(JSONDocument.Node(kind: kind, range: start..<start, name: name, end: 0))
        position += 1
        skipWhiteSpace()
        if peek == closing {
            position += 1
        } else {
            try parseItems(of: index, closing: closing)
        }
        nodes[index].range = start..<position
        nodes[index].end = nodes.count
        depth -= 1
    }

    private mutating func parseItems(of index: Int, closing: UInt8) throws(JSONError) {
        let isObject = nodes[index].kind == .object
        while true {
            // Every node but the outermost is a member or an element.
            guard nodes.count <= JSONDocument.maximumItems else {
                throw error("more than \(JSONDocument.maximumItems) members and elements")
            }
            try parseValue(name: isObject ? parseName() : 0..<0)
            skipWhiteSpace()
            guard let byte = peek else { throw error("the text is cut short inside an object or array") }
            position += 1
            if byte == closing { break }
            guard byte == UInt8(ascii: ",") else {
                position -= 1
                throw error("a comma or a closing bracket is missing")
            }
            skipWhiteSpace()
        }
        if isObject { try refuseDoubleNames(of: index) }
    }

    /// The bytes between the quotes of a name; ends on the value's first byte.
    private mutating func parseName() throws(JSONError) -> Range<Int> {
        guard peek == UInt8(ascii: "\"") else { throw error("a member's name in double quotes is missing") }
        let start = position
        try skipString()
        let name = start + 1..<position - 1
        skipWhiteSpace()
        guard peek == UInt8(ascii: ":") else { throw error("a colon is missing after a member's name") }
        position += 1
        skipWhiteSpace()
        return name
    }

    // MARK: Names

    /// How many names are compared pair by pair; a set is faster from about there on, and bounds what a hostile text costs.
    private static let pairwiseNames = 8

    private func refuseDoubleNames(of object: Int) throws(JSONError) {
        var names: [Range<Int>] = []
        var next = object + 1
        while next < nodes.count {
            names.append(nodes[next].name)
            next = nodes[next].end
        }
        guard names.count > 1 else { return }
        if names.count <= Self.pairwiseNames, !names.contains(where: hasEscape) {
            for (index, name) in names.enumerated() {
                for other in names[..<index] where bytes[name] == bytes[other] { throw doubleName(name) }
            }
        } else {
            // By code points, after unescaping: two spellings of one name are one name, "é" and "e◌́" are two.
            var seen = Set<[UInt8]>()
            for name in names where !seen.insert(JSONString.unescape(bytes[name])).inserted { throw doubleName(name) }
        }
    }

    private func hasEscape(_ name: Range<Int>) -> Bool { bytes[name].contains(UInt8(ascii: "\\")) }

    private func doubleName(_ name: Range<Int>) -> JSONError {
        JSONError(problem: "a name appears twice in one object", offset: name.lowerBound - 1)
    }

    // MARK: Leaves

    private mutating func skip(_ word: StaticString) throws(JSONError) {
        guard bytes[position...].starts(with: String(describing: word).utf8) else {
            throw error("no value begins like this")
        }
        position += word.utf8CodeUnitCount
    }

    private mutating func skipString() throws(JSONError) {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return
            }
            guard byte >= 0x20 else { throw error("a control character stands unescaped in a string") }
            if byte == UInt8(ascii: "\\") {
                try skipEscape()
            } else {
                position += 1
            }
        }
        throw error("a string has no end")
    }

    private mutating func skipEscape() throws(JSONError) {
        guard position + 1 < bytes.count else { throw error("a string has no end") }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            let first = try codeUnit(at: position)
            switch first {
            case 0xdc00...0xdfff:
                throw error("a surrogate escape stands alone")
            case 0xd800...0xdbff:
                let second = try? codeUnit(at: position + 6)
                guard let second, (0xdc00...0xdfff).contains(second) else {
                    throw error("a surrogate escape stands alone")
                }
                position += 12
            default:
                position += 6
            }
        default:
            throw error("an escape that JSON does not have")
        }
    }

    /// The value of the `\uXXXX` that begins at `start`.
    private func codeUnit(at start: Int) throws(JSONError) -> UInt32 {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u"),
            bytes[start + 2..<start + 6].allSatisfy({ Hex.value($0) != nil })
        else { throw error("a \\u escape without four hex digits") }
        return JSONString.codeUnit(bytes[start + 2..<start + 6])
    }

    private mutating func skipNumber() throws(JSONError) {
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits()
        }
        if peek == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw error("a number without its digits") }
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipWhiteSpace() {
        while position < bytes.count, Self.isWhiteSpace(bytes[position]) {
            position += 1
            hasWhiteSpace = true
        }
    }

    private func error(_ problem: String) -> JSONError { JSONError(problem: problem, offset: position) }
}
