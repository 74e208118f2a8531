// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// A payload as the dictionary that an app finds in `userInfo`.
///
/// Not by Foundation's parser, which refuses a text for one number it cannot hold.
enum UserInfo {
    static func dictionary(_ payload: PushPayload) -> [AnyHashable: Any] {
        object(payload.document.root)
    }

    private static func object(_ value: JSONValue) -> [AnyHashable: Any] {
        var result: [AnyHashable: Any] = [:]
        // One after another: names that Unicode takes for equal are two in JSON and one in Swift.
        for member in value.members { result[member.name] = convert(member.value) }
        return result
    }

    private static func convert(_ value: JSONValue) -> Any {
        if let text = value.string { return text }
        if value.isObject { return object(value) }
        if value.isArray { return value.elements.map(convert) }
        if value.isNumber { return number(value) }
        if value.isNull { return NSNull() }
        return NSNumber(value: value.isTrue)
    }

    /// A whole number exactly where 64 bits hold it, else the nearest double, else its spelling.
    private static func number(_ value: JSONValue) -> Any {
        let spelling = String(decoding: value.text, as: UTF8.self)
        if let number = Int64(spelling) { return NSNumber(value: number) }
        if let number = UInt64(spelling) { return NSNumber(value: number) }
        if let number = Double(spelling), number.isFinite { return NSNumber(value: number) }
        return spelling
    }

    /// A number that a double can hold.
    static func double(_ value: JSONValue) -> Double? {
        guard value.isNumber, let number = Double(String(decoding: value.text, as: UTF8.self)), number.isFinite else {
            return nil
        }
        return number
    }
}
