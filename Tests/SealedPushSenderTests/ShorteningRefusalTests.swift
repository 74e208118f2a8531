// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import Testing

/// Payloads that no cut body makes fit: they are refused, and nothing else is cut.
struct ShorteningRefusalTests {
    private static let long = String(repeating: "x", count: 4000)

    @Test(
        "Where the rest alone is too long, or there is no body, the payload is refused",
        arguments: [
            (#"{"aps":{"alert":{"title":"\#(long)","body":"b"}}}"#, "aps.alert.title"),
            (#"{"aps":{"alert":{"title":"\#(long)","body":""}}}"#, "aps.alert.title"),
            (#"{"aps":{"alert":{"title":"\#(long)"}}}"#, "aps.alert.title"),
            (#"{"aps":{"alert":{"subtitle":"\#(long)","body":"b"}}}"#, "aps.alert.subtitle"),
            (#"{"aps":{"alert":{"loc-key":"B","loc-args":["\#(long)"]}}}"#, "aps.alert.loc-args"),
            (#"{"aps":{"alert":{"body":"b"}},"url":"\#(long)"}"#, "url"),
            (#"{"aps":{"alert":"b"},"body":"\#(long)"}"#, "body"),
            (#"{"aps":{"alert":{"title":"t"},"body":"\#(long)"}}"#, "aps.body"),
            (#"{"aps":{"alert":"b"},"alert":{"body":"\#(long)"}}"#, "alert"),
            (#"{"aps":{"alert":{"body":"\#(long)"}},"data":"\#(long)x"}"#, "data"),
        ]
    )
    func refused(_ json: String, _ field: String) throws {
        for mode in EnvelopeMode.allCases {
            var sealer = try Sample.sealer()
            sealer.shortening = .body
            let error = #expect(throws: SealError.self) {
                try sealer.seal(Sample.payload(json), to: Sample.recipient(mode))
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.size?.largestField == field)
            #expect(error?.description.hasSuffix(": even without its body") == true, "\(error?.description ?? "")")
        }
    }

    @Test("Unless asked for, nothing is shortened")
    func notAsked() throws {
        let error = #expect(throws: SealError.self) { try Sample.sealer().prepare(PushPayload(body: Self.long)) }
        #expect(error?.code == .tooLarge)
        #expect(error?.description.hasSuffix(": shorten it, or allow its body to be shortened") == true)
    }
}
