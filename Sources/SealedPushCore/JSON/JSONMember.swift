// SPDX-License-Identifier: Apache-2.0

/// One member of an object: a name and a value.
package struct JSONMember: Sendable {
    let document: JSONDocument
    let index: Int

    package var value: JSONValue { JSONValue(document: document, index: index) }

    /// The name, unescaped.
    package var name: String { String(decoding: JSONString.unescape(rawName), as: UTF8.self) }

    /// The whole member as it is spelled, from the name's quote to the value's end.
    package var text: ArraySlice<UInt8> {
        document.bytes[rawName.startIndex - 1..<document.nodes[index].range.upperBound]
    }

    /// Compares code points: Swift's `==` on strings would take two spellings of "é" for one name.
    package func isNamed(_ name: String) -> Bool {
        guard rawName.contains(UInt8(ascii: "\\")) else { return rawName.elementsEqual(name.utf8) }
        return JSONString.unescape(rawName).elementsEqual(name.utf8)
    }

    private var rawName: ArraySlice<UInt8> { document.bytes[document.nodes[index].name] }
}
