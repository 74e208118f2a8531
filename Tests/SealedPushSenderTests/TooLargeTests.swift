// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import Testing

/// What a refusal says of a payload that does not fit.
struct TooLargeTests {
    private static let long = String(repeating: "x", count: 4000)
    /// 700 characters that take 4,200 bytes as they are spelled.
    private static let escaped = String(repeating: #"\u00e9"#, count: 700)

    @Test(
        "The field that takes most is named, with what it takes as it is spelled",
        arguments: [
            (#"{"aps":{"alert":{"title":"\#(long)","body":"b"}}}"#, "aps.alert.title", 4010),
            (#"{"aps":{"alert":{"title":"t","body":"\#(long)"}}}"#, "aps.alert.body", 4009),
            (#"{"aps":{"alert":{"title":"t","body":"\#(escaped)"}},"data":"\#(long)"}"#, "aps.alert.body", 4209),
            (#"{"aps":{"alert":"\#(long)"}}"#, "aps.alert", 4010),
            (#"{"aps":{"alert":{"body":"b","loc-args":["\#(long)"]}}}"#, "aps.alert.loc-args", 4015),
            (#"{"aps":{"alert":"x","thread-id":"\#(long)"}}"#, "aps.thread-id", 4014),
            (#"{"aps":{"alert":"x","sound":{"name":"\#(long)"}}}"#, "aps.sound", 4019),
            (#"{"aps":{"alert":"x"},"url":"\#(long)"}"#, "url", 4008),
            (#"{"aps":{"alert":"x"},"data":{"a":{"b":"\#(long)"}}}"#, "data", 4021),
            (#"{"aps":{"alert":"x"},"aps.alert":{"b":"\#(long)"}}"#, "aps.alert", 4020),
            (#"{"aps":{"alert":"x"},"a\n\u202eb":"\#(long)"}"#, #"a\u{a}\u{202e}b"#, 4015),
            (#"{"aps":{"alert":"x"},"\#(long)":1}"#, long.prefix(80) + "…", 4004),
        ] as [(String, String, Int)]
    )
    func largestField(_ json: String, _ field: String, _ size: Int) throws {
        let error = #expect(throws: SealError.self) { try Sample.sealer().prepare(Sample.payload(json)) }
        #expect(error?.code == .tooLarge)
        #expect(error?.size?.largestField == field)
        #expect(error?.size?.largestFieldSize == size)
        #expect(
            error?.description.contains("; \(field) takes most, \(size) bytes: shorten it") == true,
            "\(error?.description ?? "")"
        )
    }

    @Test("A refusal holds nothing of the payload but names")
    func silent() throws {
        let json = #"{"aps":{"alert":{"title":"hunter2","body":"hunter3\#(Self.long)"}},"token":"hunter4"}"#
        let error = #expect(throws: SealError.self) { try Sample.sealer().prepare(Sample.payload(json)) }
        #expect(error?.description.contains("hunter") == false)
        #expect(error?.description.contains("xxxx") == false)
    }
}
