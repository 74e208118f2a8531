// SPDX-License-Identifier: Apache-2.0

/// Puts JSON together from parts that are JSON already.
package enum JSONComposer {
    /// An object of the members that are not `nil`, in their order.
    package static func object(_ members: [(name: String, value: [UInt8])?]) -> [UInt8] {
        object(members.compactMap { $0 }.map { (JSONString.quote($0.name) + [UInt8(ascii: ":")] + $0.value)[...] })
    }

    /// An object of members that are spelled already, `"name":value`.
    package static func object(_ members: [ArraySlice<UInt8>]) -> [UInt8] {
        [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    package static func array(_ elements: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }

    package static func text(_ value: Bool) -> [UInt8] { [UInt8]((value ? "true" : "false").utf8) }

    package static func text(_ value: UInt64?) -> [UInt8] { [UInt8]((value.map { String($0) } ?? "null").utf8) }

    /// A string, or `null`.
    package static func text(_ value: String?) -> [UInt8] { value.map { JSONString.quote($0) } ?? text(nil as UInt64?) }
}
