// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a property list and JSON are made of, as bytes: all that `userInfo` can hold.
///
/// Dictionaries have texts for keys.
///
/// Not by Foundation's keyed archiver: on Linux it traps on an array of a few nulls, takes minutes for ten thousand small
/// objects, and what it reads may come from an extension that nobody trusts.
enum ValueCoding {
    private enum Tag: UInt8 {
        case null = 0
        case no = 1
        case yes = 2
        case integer = 3
        case unsigned = 4
        case double = 5
        case text = 6
        case data = 7
        case date = 8
        case array = 9
        case dictionary = 10
    }

    /// Nothing that JSON or a person makes is deeper; bounds the stack.
    private static let maximumDepth = 512

    // MARK: Writing

    /// `nil` where a value is of another type, or too deep.
    static func encode(_ value: Any) -> [UInt8]? {
        var bytes: [UInt8] = []
        return write(value, to: &bytes, depth: 0) ? bytes : nil
    }

    private static func write(_ value: Any, to bytes: inout [UInt8], depth: Int) -> Bool {
        guard depth < maximumDepth else { return false }
        switch value {
        case let text as String: write(.text, [UInt8](text.utf8), to: &bytes)
        case let number as NSNumber: write(number, to: &bytes)
        case is NSNull: bytes.append(Tag.null.rawValue)
        case let data as Data: write(.data, [UInt8](data), to: &bytes)
        case let date as Date: write(.date, date.timeIntervalSinceReferenceDate.bitPattern, to: &bytes)
        case let array as [Any]:
            write(.array, count: array.count, to: &bytes)
            return array.allSatisfy { write($0, to: &bytes, depth: depth + 1) }
        case let dictionary as [AnyHashable: Any]:
            write(.dictionary, count: dictionary.count, to: &bytes)
            return dictionary.allSatisfy { member in
                guard let name = member.key as? String else { return false }
                write(.text, [UInt8](name.utf8), to: &bytes)
                return write(member.value, to: &bytes, depth: depth + 1)
            }
        default: return false
        }
        return true
    }

    private static func write(_ number: NSNumber, to bytes: inout [UInt8]) {
        switch unsafe String(cString: number.objCType) {
        case "c", "B": bytes.append((number.boolValue ? Tag.yes : .no).rawValue)
        case "d", "f": write(.double, number.doubleValue.bitPattern, to: &bytes)
        case "Q": write(.unsigned, number.uint64Value, to: &bytes)
        default: write(.integer, UInt64(bitPattern: number.int64Value), to: &bytes)
        }
    }

    private static func write(_ tag: Tag, _ content: [UInt8], to bytes: inout [UInt8]) {
        write(tag, count: content.count, to: &bytes)
        bytes += content
    }

    private static func write(_ tag: Tag, count: Int, to bytes: inout [UInt8]) {
        write(tag, UInt64(count), to: &bytes)
    }

    private static func write(_ tag: Tag, _ value: UInt64, to bytes: inout [UInt8]) {
        bytes.append(tag.rawValue)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    // MARK: Reading

    /// `nil` for whatever `encode` did not write; never traps.
    static func decode(_ bytes: some Sequence<UInt8>) -> Any? {
        var rest = [UInt8](bytes)[...]
        guard let value = read(&rest, depth: 0), rest.isEmpty else { return nil }
        return value
    }

    private static func read(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Any? {
        guard depth < maximumDepth, let tag = rest.popFirst().flatMap(Tag.init) else { return nil }
        switch tag {
        case .null: return NSNull()
        case .no: return NSNumber(value: false)
        case .yes: return NSNumber(value: true)
        case .integer: return readNumber(&rest).map { NSNumber(value: Int64(bitPattern: $0)) }
        case .unsigned: return readNumber(&rest).map { NSNumber(value: $0) }
        case .double: return readNumber(&rest).map { NSNumber(value: Double(bitPattern: $0)) }
        case .date:
            return readNumber(&rest).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
        case .text: return readBytes(&rest).flatMap { String(validating: $0, as: UTF8.self) }
        case .data: return readBytes(&rest).map { Data($0) }
        case .array:
            guard let count = readNumber(&rest), count <= rest.count else { return nil }
            var array: [Any] = []
            for _ in 0..<count {
                guard let value = read(&rest, depth: depth + 1) else { return nil }
                array.append(value)
            }
            return array
        case .dictionary:
            guard let count = readNumber(&rest), count <= rest.count else { return nil }
            var dictionary: [AnyHashable: Any] = [:]
            for _ in 0..<count {
                // Text alone: other keys, such as nulls, are equal without the same hash, which a dictionary does not bear.
                guard let name = read(&rest, depth: depth + 1) as? String, let value = read(&rest, depth: depth + 1)
                else { return nil }
                dictionary[name] = value
            }
            return dictionary
        }
    }

    private static func readNumber(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func readBytes(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = readNumber(&rest), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
