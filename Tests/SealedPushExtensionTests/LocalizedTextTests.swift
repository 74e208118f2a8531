// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing
import UserNotifications

@testable import SealedPushExtension

/// Keys that this program has a text for are tested with a program of their own: `AppTextTests`.
@Suite("A text or the key of one, where the app has no text")
struct LocalizedTextTests {
    @Test(
        "plain text wins; a key alone is shown as Apple's systems show it",
        arguments: [
            (nil, nil, ""), ("plain", nil, "plain"), (nil, "KEY", "KEY"), ("plain", "KEY", "plain"), ("", "KEY", ""),
            ("plain", "", "plain"), (nil, "", ""),
        ] as [(String?, String?, String)]
    )
    func choice(plain: String?, key: String?, text: String) {
        #expect(LocalizedText(plain: plain, key: key, arguments: []).string == text)
    }

    @Test("a key that is a text itself takes its arguments")
    func arguments() {
        #expect(LocalizedText(plain: nil, key: "%@ of %@", arguments: ["2", "3"]).string == "2 of 3")
    }

    @Test("all three texts of an alert can be keys, with arguments that are strings")
    func alert() throws {
        let payload = try PushPayload(
            json: #"""
                {"aps":{"alert":{"title-loc-key":"T %@","title-loc-args":["1",7,"2"],"subtitle-loc-key":"S %2$@",
                "subtitle-loc-args":["a","b"],"loc-key":"B","loc-args":"none"}}}
                """#.utf8
        )
        let content = PayloadContent(payload).content
        #expect(content.title == "T 1")
        #expect(content.subtitle == "S b")
        #expect(content.body == "B")
    }
}
