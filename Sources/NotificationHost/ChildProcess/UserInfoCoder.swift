// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A `userInfo` dictionary as JSON: what JSON has no form for is a pair of a word and a text.
enum UserInfoCoder {
    /// Every value becomes a list: what it is, and the value; so nothing in the data can pass for a mark of ours.
    static func encode(_ value: Any) -> [Any] {
        switch value {
        case is NSNull: ["null"]
        case let text as String: ["text", text]
        case let number as NSNumber: encode(number)
        case let data as Data: ["data", data.base64EncodedString()]
        case let date as Date: ["date", "\(date.timeIntervalSinceReferenceDate)"]
        case let list as [Any]: ["list", list.map(encode)]
        case let dictionary as [AnyHashable: Any]: ["dictionary", members(of: dictionary)]
        default: ["null"]
        }
    }

    static func decode(_ encoded: Any) -> [AnyHashable: Any]? {
        value(encoded) as? [AnyHashable: Any]
    }

    private static func encode(_ number: NSNumber) -> [Any] {
        switch unsafe String(cString: number.objCType) {
        case "c", "B": ["bool", number.boolValue]
        case "d", "f": ["double", "\(number.doubleValue)"]
        case "Q": ["unsigned", "\(number.uint64Value)"]
        default: ["integer", "\(number.int64Value)"]
        }
    }

    /// A property list's dictionary has texts for keys; others are not carried.
    private static func members(of dictionary: [AnyHashable: Any]) -> [String: Any] {
        var members: [String: Any] = [:]
        for case (let name as String, let value) in dictionary { members[name] = encode(value) }
        return members
    }

    private static func value(_ encoded: Any) -> Any? {
        guard let pair = encoded as? [Any], let kind = pair.first as? String else { return nil }
        let content = pair.dropFirst().first
        let text = content as? String ?? ""
        switch kind {
        case "null": return NSNull()
        case "text": return text
        case "bool": return NSNumber(value: content as? Bool ?? false)
        case "double": return Double(text).map { NSNumber(value: $0) }
        case "unsigned": return UInt64(text).map { NSNumber(value: $0) }
        case "integer": return Int64(text).map { NSNumber(value: $0) }
        case "data": return Data(base64Encoded: text)
        case "date": return Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
        case "list": return (content as? [Any])?.compactMap(value)
        case "dictionary":
            var result: [AnyHashable: Any] = [:]
            for (name, member) in content as? [String: Any] ?? [:] { result[name] = value(member) }
            return result
        default: return nil
        }
    }
}
