// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import Testing

/// Fields that act only outside a seal are sealed with the rest, and the sender is told.
struct NotesTests {
    private func notes(_ json: String) throws -> [String] { try Sample.sealer().prepare(Sample.payload(json)).notes }

    @Test(
        "A field that only the provider acts on is noted by name",
        arguments: [
            "apns-collapse-id", "apns-expiration", "apns-priority", "apns-topic", "apns-push-type", "apns-id",
            "collapse-id", "collapse_id", "collapse_key", "expiration", "priority", "time_to_live", "ttl", "delete",
        ]
    )
    func noted(_ name: String) throws {
        #expect(
            try notes(#"{"aps":{"alert":"x"},"\#(name)":"1"}"#) == [
                "'\(name)' is sealed with the rest: the provider never sees it, and it acts only as a header of the push"
            ]
        )
    }

    @Test("content-available inside is noted: it acts only outside")
    func contentAvailable() throws {
        #expect(
            try notes(#"{"aps":{"alert":"x","content-available":1}}"#)
                == ["'aps.content-available' is sealed with the rest: it acts only outside"]
        )
    }

    @Test("Several are noted in turn, and an ordinary payload has no notes")
    func several() throws {
        #expect(try notes(#"{"aps":{"alert":"x","content-available":1},"ttl":1,"priority":10}"#).count == 3)
        #expect(try notes(#"{"aps":{"alert":"x","priority":1},"data":{"ttl":1}}"#).isEmpty)
    }
}
