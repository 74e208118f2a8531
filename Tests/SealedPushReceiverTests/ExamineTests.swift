// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import TestSupport
import Testing

/// Opening a push first and recording it only when it is shown.
struct ExamineTests {
    @Test("A push that was only examined is not seen; once recorded it is")
    func examine() throws {
        let opener = Sample.opener(try Sample.store(), seen: InMemorySeenIDs())
        let text = try RawPush().text()
        for _ in 0..<3 { #expect(try opener.examine(encryptedContent: text).notification.replayChecked) }
        let examined = try opener.examine(encryptedContent: text)
        #expect(try opener.record(examined))
        let again = #expect(throws: OpenFailure.self) { try opener.record(examined) }
        #expect(again?.reason == .duplicate)
        let late = #expect(throws: OpenFailure.self) { try opener.examine(encryptedContent: text) }
        #expect(late?.reason == .duplicate)
        #expect(opener.reason(text) == .duplicate)
    }

    @Test("Of eight readers that examined one push exactly one records it")
    func threads() throws {
        let opener = Sample.opener(try Sample.store(), seen: InMemorySeenIDs())
        let text = try RawPush().text()
        let recorded = Lock(0)
        Threads.run(8) { _ in
            guard let examined = try? opener.examine(encryptedContent: text) else { return }
            if (try? opener.record(examined)) == true { recorded.withLock { $0 += 1 } }
        }
        #expect(recorded.withLock { $0 } == 1)
    }

    @Test("A push without the member is not sealed, examined or opened")
    func notSealed() throws {
        let opener = Sample.opener(try Sample.store())
        let failure = #expect(throws: OpenFailure.self) { try opener.examine(encryptedContent: nil) }
        #expect(failure?.reason == .notSealed)
    }

    @Test("Without a list an examined push is recorded nowhere, and that is told")
    func noList() throws {
        let opener = Sample.opener(try Sample.store())
        let examined = try opener.examine(encryptedContent: RawPush().text())
        #expect(!examined.notification.replayChecked)
        #expect(try !opener.record(examined))
    }
}
