// SPDX-License-Identifier: Apache-2.0

/// What a payload must be to be worth sealing, and what in it will do nothing.
enum PayloadRules {
    private enum FieldType {
        case string
        case number
        case strings
        case stringOrObject

        var name: String {
            switch self {
            case .string: "a string"
            case .number: "a number"
            case .strings: "an array of strings"
            case .stringOrObject: "a string or an object"
            }
        }

        func accepts(_ value: JSONValue) -> Bool {
            switch self {
            case .string: value.isString
            case .number: value.isNumber
            case .strings: value.isArray && value.elements.allSatisfy(\.isString)
            case .stringOrObject: value.isString || value.isObject
            }
        }
    }

    /// The fields of `aps` and of its alert that have one type; the system ignores a push that breaks it, and nobody would
    /// see why.
    private static let apsFields: KeyValuePairs<String, FieldType> = [
        "alert": .stringOrObject, "badge": .number, "sound": .stringOrObject, "thread-id": .string, "category": .string,
        "target-content-id": .string, "interruption-level": .string, "relevance-score": .number,
        "filter-criteria": .string,
    ]
    private static let alertFields: KeyValuePairs<String, FieldType> = [
        "title": .string, "subtitle": .string, "body": .string, "launch-image": .string,
        "title-loc-key": .string, "title-loc-args": .strings, "subtitle-loc-key": .string,
        "subtitle-loc-args": .strings, "loc-key": .string, "loc-args": .strings,
    ]

    /// - Throws: `SealError.reservedName`, `wrongType` or `silent`.
    static func check(_ payload: PushPayload) throws(SealError) {
        guard payload.document.root[PushPayload.reservedName] == nil else {
            throw SealError(
                .reservedName,
                "the payload has a member 'sealedpush', which is kept for the format: rename it"
            )
        }
        if let aps = payload.document.root["aps"] {
            guard aps.isObject else { throw wrongType("aps", aps, "an object") }
            try check(aps, apsFields, "aps.")
            if let alert = aps["alert"] { try check(alert, alertFields, "aps.alert.") }
        }
        guard payload.hasVisibleText else { throw SealError(.silent, silence(of: payload)) }
    }

    private static func check(
        _ object: JSONValue,
        _ fields: KeyValuePairs<String, FieldType>,
        _ path: String
    ) throws(SealError) {
        for (name, type) in fields {
            guard let value = object[name], !type.accepts(value) else { continue }
            throw wrongType(path + name, value, type.name)
        }
    }

    private static func wrongType(_ path: String, _ value: JSONValue, _ expected: String) -> SealError {
        SealError(.wrongType, "\(path) is \(value.kindName), expected \(expected)")
    }

    private static func silence(of payload: PushPayload) -> String {
        let what =
            payload.aps?["content-available"] != nil
            ? "this is a silent background push (content-available without an alert text)"
            : "the payload shows nothing: aps.alert has no text"
        return "\(what); the system would not run the extension that opens it, so it cannot be sealed"
    }

    /// Fields that only the provider acts on, so that they do nothing inside the seal.
    private static let outsideNames = [
        "apns-collapse-id", "apns-expiration", "apns-priority", "apns-topic", "apns-push-type", "apns-id",
        "collapse-id",
        "collapse_id", "collapse_key", "expiration", "priority", "time_to_live", "ttl", "delete",
    ]

    /// A line for each member that would act only outside the seal.
    static func notes(on payload: PushPayload) -> [String] {
        var notes = outsideNames.filter { payload.document.root[$0] != nil }
            .map {
                "'\($0)' is sealed with the rest: the provider never sees it, and it acts only as a header of the push"
            }
        if payload.document.root[Envelope.fieldName] != nil {
            notes.append("the payload is sealed already: what is shown of it is its placeholder")
        }
        if payload.aps?["content-available"] != nil {
            notes.append("'aps.content-available' is sealed with the rest: it acts only outside")
        }
        return notes
    }
}
