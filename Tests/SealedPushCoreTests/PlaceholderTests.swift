// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// The neutral text that a provider sees.
struct PlaceholderTests {
    private func alert(_ placeholder: Placeholder) -> String {
        String(decoding: placeholder.alert, as: UTF8.self)
    }

    @Test("The standard one is a text without sound")
    func standard() {
        #expect(alert(.standard) == #"{"body":"New notification"}"#)
        #expect(Placeholder.standard.sound == nil)
        #expect(Placeholder.standard.isVisible)
    }

    @Test("A text, the key of its translations or both are sent, escaped")
    func alerts() {
        #expect(alert(Placeholder("a\"b")) == #"{"body":"a\"b"}"#)
        #expect(alert(Placeholder("x", localizationKey: "NEW")) == #"{"body":"x","loc-key":"NEW"}"#)
        #expect(alert(Placeholder(nil, localizationKey: "NEW")) == #"{"loc-key":"NEW"}"#)
    }

    @Test("One without a text and without a key shows nothing")
    func invisible() {
        #expect(!Placeholder(nil).isVisible)
        #expect(!Placeholder("").isVisible)
        #expect(!Placeholder("", localizationKey: "").isVisible)
        #expect(!Placeholder(nil, sound: "default").isVisible)
        #expect(Placeholder(nil, localizationKey: "NEW").isVisible)
    }
}
