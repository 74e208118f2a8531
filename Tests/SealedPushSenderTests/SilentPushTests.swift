// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import Testing

/// Pushes that show nothing: the extension would not run for them.
struct SilentPushTests {
    private static let nothing = "the payload shows nothing: aps.alert has no text"
    private static let background = "this is a silent background push (content-available without an alert text)"

    @Test(
        "A push without a visible text is refused with the reason",
        arguments: [
            (#"{}"#, nothing), (#"{"aps":{}}"#, nothing), (#"{"aps":{"badge":0}}"#, nothing),
            (#"{"aps":{"sound":"default"}}"#, nothing), (#"{"aps":{"alert":""}}"#, nothing),
            (#"{"aps":{"alert":{}}}"#, nothing), (#"{"aps":{"alert":{"title":"","body":""}}}"#, nothing),
            (#"{"aps":{"alert":{"loc-args":["x"]}}}"#, nothing), (#"{"title":"x","body":"y"}"#, nothing),
            (#"{"aps":{"mutable-content":1},"data":"x"}"#, nothing),
            (#"{"aps":{"content-available":1}}"#, background),
            (#"{"aps":{"content-available":1,"sound":"","badge":1},"sync":"mailbox"}"#, background),
            (#"{"aps":{"content-available":1,"alert":{}}}"#, background),
        ]
    )
    func refused(_ json: String, _ reason: String) throws {
        let error = #expect(throws: SealError.self) { try Sample.sealer().prepare(Sample.payload(json)) }
        #expect(error?.code == .silent)
        #expect(
            error?.description
                == "\(reason); the system would not run the extension that opens it, so it cannot be sealed"
        )
    }

    @Test("A push with a visible text may have content-available as well")
    func both() throws {
        let payload = try Sample.payload(#"{"aps":{"alert":"x","content-available":1}}"#)
        #expect(try Sample.open(Sample.sealer().seal(payload, to: Sample.recipient(.device))).payload == payload)
    }

    @Test(
        "A placeholder that shows nothing is refused",
        arguments: [
            Placeholder(nil), Placeholder(""), Placeholder("", localizationKey: ""), Placeholder(nil, sound: "default"),
        ]
    )
    func placeholder(_ placeholder: Placeholder) throws {
        var sealer = try Sample.sealer()
        sealer.placeholder = placeholder
        let error = #expect(throws: SealError.self) { try sealer.prepare(PushPayload(title: "x")) }
        #expect(error?.code == .placeholder)
        #expect(error?.description == "the placeholder is empty: the system would not run the extension")
    }
}
