// SPDX-License-Identifier: Apache-2.0

/// A value on the bus, of the few types that notifications need.
enum BusValue: Hashable, Sendable {
    case string(String)
    case byte(UInt8)
    case boolean(Bool)
    case integer(Int32)
    case unsigned(UInt32)
    case strings([String])
    /// A dictionary of variants, in this order.
    case dictionary([Entry])

    struct Entry: Hashable, Sendable {
        let key: String
        let value: BusValue
    }

    /// Its type, as D-Bus writes it.
    var signature: String {
        switch self {
        case .string: "s"
        case .byte: "y"
        case .boolean: "b"
        case .integer: "i"
        case .unsigned: "u"
        case .strings: "as"
        case .dictionary: "a{sv}"
        }
    }

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var unsigned: UInt32? {
        if case .unsigned(let value) = self { value } else { nil }
    }

    var strings: [String]? {
        if case .strings(let value) = self { value } else { nil }
    }
}
