// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import Testing

/// Fields of another type than Apple's, and the member that is kept for the format.
struct WrongTypeTests {
    private static let values = [
        "\"7\"": "a string", "7": "a number", "true": "true or false", "null": "null", "[]": "an array",
        "{}": "an object",
        "[1]": "an array", "[\"a\"]": "an array",
    ]

    /// The field, what it is to be, and the values it takes.
    static let fields =
        [
            ("aps.badge", "a number", ["7"]), ("aps.relevance-score", "a number", ["7"]),
            ("aps.sound", "a string or an object", ["\"7\"", "{}"]), ("aps.thread-id", "a string", ["\"7\""]),
            ("aps.category", "a string", ["\"7\""]), ("aps.target-content-id", "a string", ["\"7\""]),
            ("aps.interruption-level", "a string", ["\"7\""]), ("aps.filter-criteria", "a string", ["\"7\""]),
            ("aps.alert.title", "a string", ["\"7\""]), ("aps.alert.subtitle", "a string", ["\"7\""]),
            ("aps.alert.launch-image", "a string", ["\"7\""]), ("aps.alert.title-loc-key", "a string", ["\"7\""]),
            ("aps.alert.subtitle-loc-key", "a string", ["\"7\""]), ("aps.alert.loc-key", "a string", ["\"7\""]),
            ("aps.alert.title-loc-args", "an array of strings", ["[]", "[\"a\"]"]),
            ("aps.alert.subtitle-loc-args", "an array of strings", ["[]", "[\"a\"]"]),
            ("aps.alert.loc-args", "an array of strings", ["[]", "[\"a\"]"]),
        ] as [(String, String, [String])]

    private func json(_ field: String, _ value: String) -> String {
        let name = field.split(separator: ".").last ?? ""
        return field.hasPrefix("aps.alert.")
            ? #"{"aps":{"alert":{"body":"b","\#(name)":\#(value)}}}"#
            : #"{"aps":{"alert":"b","\#(name)":\#(value)}}"#
    }

    private func error(_ json: String) throws -> SealError? {
        let payload = try Sample.payload(json)
        do throws(SealError) {
            _ = try Sealer.anonymous().prepare(payload)
            return nil
        } catch {
            return error
        }
    }

    @Test("A field of another type is refused with its name, what it is and what it should be", arguments: fields)
    func field(_ field: String, _ expected: String, _ good: [String]) throws {
        for (value, kind) in Self.values {
            let error = try error(json(field, value))
            if good.contains(value) {
                #expect(error == nil, "\(field): \(value)")
            } else {
                #expect(error?.code == .wrongType)
                #expect(error?.description == "\(field) is \(kind), expected \(expected)")
            }
        }
    }

    @Test(
        "The alert, its body and aps itself have types too",
        arguments: [
            (#"{"aps":[]}"#, "aps is an array, expected an object"),
            (#"{"aps":"x"}"#, "aps is a string, expected an object"),
            (#"{"aps":{"alert":5}}"#, "aps.alert is a number, expected a string or an object"),
            (#"{"aps":{"alert":["x"]}}"#, "aps.alert is an array, expected a string or an object"),
            (#"{"aps":{"alert":null}}"#, "aps.alert is null, expected a string or an object"),
            (#"{"aps":{"alert":{"title":"t","body":5}}}"#, "aps.alert.body is a number, expected a string"),
        ]
    )
    func outer(_ json: String, _ message: String) throws {
        let error = try error(json)
        #expect(error?.code == .wrongType)
        #expect(error?.description == message)
    }

    @Test("Fields of the same names beside aps are the app's own, of any type")
    func custom() throws {
        #expect(try error(#"{"aps":{"alert":"x"},"badge":"7","title":5,"alert":[],"sound":null}"#) == nil)
    }

    @Test(
        "The member kept for the format is refused, however it is spelled and whatever is in it",
        arguments: [#""sealedpush":{}"#, #""sealedpush":1"#, #""\u0073ealedpush":null"#]
    )
    func reserved(_ member: String) throws {
        let error = try error(#"{"aps":{"alert":"x"},\#(member)}"#)
        #expect(error?.code == .reservedName)
        #expect(error?.description == "the payload has a member 'sealedpush', which is kept for the format: rename it")
    }

    @Test(
        "A member of that name deeper inside is ordinary data",
        arguments: [#""data":{"sealedpush":1}"#, #""Sealedpush":1"#, #""encrypted-content":"x""#]
    )
    func ordinary(_ member: String) throws {
        let payload = try Sample.payload(#"{"aps":{"alert":"x"},\#(member)}"#)
        let sealed = try Sample.sealer().seal(payload, to: Sample.recipient(.device))
        #expect(try Sample.open(sealed).payload == payload)
    }
}
