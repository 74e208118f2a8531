// SPDX-License-Identifier: Apache-2.0

/// One value inside a `JSONDocument`.
package struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    /// The value as it is spelled.
    package var text: ArraySlice<UInt8> { document.bytes[node.range] }

    package var isObject: Bool { node.kind == .object }
    package var isArray: Bool { node.kind == .array }
    package var isString: Bool { node.kind == .string }
    package var isNumber: Bool { node.kind == .number }
    package var isNull: Bool { node.kind == .null }

    /// What kind of value it is, in words.
    package var kindName: String {
        switch node.kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// The text of a string, unescaped; `nil` for everything else.
    package var string: String? {
        stringBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 of a string, unescaped; `nil` for everything else.
    package var stringBytes: [UInt8]? {
        guard node.kind == .string else { return nil }
        return JSONString.unescape(document.bytes[node.range.lowerBound + 1..<node.range.upperBound - 1])
    }

    /// A whole number written without fraction or exponent, from 0 up; `nil` for everything else.
    package var wholeNumber: UInt64? {
        guard node.kind == .number else { return nil }
        let digits = text
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }

    /// Whether the value is `true`.
    package var isTrue: Bool { node.kind == .bool && text.first == UInt8(ascii: "t") }

    /// The member of an object with exactly this name; `nil` where there is none, or no object.
    package subscript(name: String) -> JSONValue? {
        member(name)?.value
    }

    /// The member of an object with exactly this name.
    package func member(_ name: String) -> JSONMember? {
        guard node.kind == .object else { return nil }
        var next = index + 1
        while next < node.end {
            let member = JSONMember(document: document, index: next)
            if member.isNamed(name) { return member }
            next = document.nodes[next].end
        }
        return nil
    }

    /// The members of an object in their order; none for everything else.
    package var members: [JSONMember] {
        guard node.kind == .object else { return [] }
        return children.map { JSONMember(document: document, index: $0) }
    }

    /// The elements of an array in their order; none for everything else.
    package var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        return children.map { JSONValue(document: document, index: $0) }
    }

    private var children: [Int] {
        var children: [Int] = []
        var next = index + 1
        while next < node.end {
            children.append(next)
            next = document.nodes[next].end
        }
        return children
    }
}
