// SPDX-License-Identifier: Apache-2.0

/// One row of an answer, read column by column; a column that is not what the schema says is a damaged store.
package struct Row: Sendable {
    private let values: [DatabaseValue]
    private let path: String
    private var position = 0

    init(_ values: [DatabaseValue], path: String) {
        self.values = values
        self.path = path
    }

    package mutating func integer() throws(StoreError) -> Int64 {
        guard let value = try optionalInteger() else { throw damaged }
        return value
    }

    package mutating func optionalInteger() throws(StoreError) -> Int64? {
        switch next() {
        case .integer(let value): return value
        case .null: return nil
        default: throw damaged
        }
    }

    package mutating func text() throws(StoreError) -> String {
        guard let value = try optionalText() else { throw damaged }
        return value
    }

    package mutating func optionalText() throws(StoreError) -> String? {
        switch next() {
        case .text(let value): return value
        case .null: return nil
        default: throw damaged
        }
    }

    package mutating func blob() throws(StoreError) -> [UInt8] {
        guard let value = try optionalBlob() else { throw damaged }
        return value
    }

    package mutating func optionalBlob() throws(StoreError) -> [UInt8]? {
        switch next() {
        case .blob(let value): return value
        case .null: return nil
        default: throw damaged
        }
    }

    mutating func time() throws(StoreError) -> Timestamp {
        guard let value = try optionalTime() else { throw damaged }
        return value
    }

    mutating func optionalTime() throws(StoreError) -> Timestamp? {
        guard let value = try optionalInteger() else { return nil }
        guard let milliseconds = UInt64(exactly: value) else { throw damaged }
        return Timestamp(milliseconds: milliseconds)
    }

    mutating func optionalUnsigned() throws(StoreError) -> Timestamp? {
        guard let bytes = try optionalBlob() else { return nil }
        guard bytes.count == 8 else { throw damaged }
        return Timestamp(milliseconds: UInt64(bigEndianBytes: bytes))
    }

    mutating func fingerprint() throws(StoreError) -> Fingerprint {
        guard let fingerprint = Fingerprint(bytes: try blob()) else { throw damaged }
        return fingerprint
    }

    /// What anything is that the schema or the checks of a key do not allow.
    var damaged: StoreError { .damaged(path, "a value in it is not what it should be") }

    private mutating func next() -> DatabaseValue {
        defer { position += 1 }
        return position < values.count ? values[position] : .null
    }
}

extension StoreError {
    static func damaged(_ path: String, _ detail: String) -> StoreError {
        StoreError(.damaged, "\(PrintableText.escape(path)): the store is damaged: \(detail)")
    }
}
