// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("A localised text, where there is none for its key")
struct LocalizedStringTests {
    @Test(
        "is the key with its arguments filled in",
        arguments: [
            ("KEY", [], "KEY"), ("%@ and %@", ["a", "b"], "a and b"), ("%2$@ before %1$@", ["a", "b"], "b before a"),
            ("100%%", [], "100%"), ("%@", ["%@"], "%@"), ("", [], ""),
        ] as [(String, [String], String)]
    )
    func fill(key: String, arguments: [String], text: String) {
        #expect(NSString.localizedUserNotificationString(forKey: key, arguments: arguments) == text)
    }

    @Test("needs no arguments")
    func noArguments() {
        #expect(NSString.localizedUserNotificationString(forKey: "KEY", arguments: nil) == "KEY")
    }

    #if os(Linux)
    // What Apple's systems make of these is not documented.
    @Test(
        "with too few arguments, or other placeholders, it still is a text",
        arguments: [
            ("%@ and %@", ["a"], "a and "), ("%@", [], ""), ("%9$@!", ["a"], "!"), ("%0$@!", ["a"], "!"),
            ("%d %s %", ["a"], "%d %s %"), ("%1$d", ["a"], "%1$d"),
            ("%99999999999999999999$@", ["a"], "%99999999999999999999$@"),
            ("%@", ["a", "b"], "a"), ("%1$@%1$@", ["a"], "aa"),
        ] as [(String, [String], String)]
    )
    func odd(key: String, arguments: [String], text: String) {
        #expect(NSString.localizedUserNotificationString(forKey: key, arguments: arguments) == text)
    }

    @Test("takes arguments that are no text")
    func otherArguments() {
        #expect(NSString.localizedUserNotificationString(forKey: "%@ of %@", arguments: [2, 3.5]) == "2 of 3.5")
    }
    #endif
}
