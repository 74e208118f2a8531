// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// `key card` with an address: where the pushes of its holder go.
struct CardAddressTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
        try store.done(["key", "new", "device", "phone"])
        try store.done(["key", "new", "signer", "door"])
    }

    private func card(_ options: String...) throws -> KeyCard {
        try KeyCard(text: try #require(store.done(["key", "card", "phone"] + options).lines.first))
    }

    @Test("A token and a topic go into the card, for the App Store unless another environment is named")
    func apns() throws {
        let production = PushAddress.APNs(token: "00fF", topic: "com.example.app", environment: .production)
        #expect(try card("--apns-token", "00fF", "--topic", "com.example.app").address?.apns == production)
        let development = PushAddress.APNs(token: "00fF", topic: "com.example.app", environment: .development)
        let options = ["--apns-token", "00fF", "--topic", "com.example.app", "--environment", "development"]
        let line = try store.done(["key", "card", "phone"] + options).lines.first
        #expect(try KeyCard(text: try #require(line)).address == PushAddress(apns: development))
    }

    @Test("A broker alone gets a topic that nobody can guess, and which stays")
    func broker() throws {
        let first = try #require(card("--mqtt", "mqtts://broker.example").address?.mqtt)
        #expect(first.url == "mqtts://broker.example")
        #expect(first.topic.wholeMatch(of: /sealedpush\/[A-Za-z0-9_-]{43}/) != nil)
        let moved = try #require(card("--mqtt", "mqtt://other.example:1884").address?.mqtt)
        #expect(moved.url == "mqtt://other.example:1884")
        #expect(moved.topic == first.topic)
        #expect(
            try card("--mqtt", "mqtts://broker.example", "--topic", "house/door").address?.mqtt?.topic == "house/door"
        )
        let other = try StoreFolder()
        try other.done(["key", "new", "device", "phone"])
        let line = try other.done(["key", "card", "phone", "--mqtt", "mqtts://broker.example"]).lines.first
        #expect(try KeyCard(text: try #require(line)).address?.mqtt?.topic != first.topic)
    }

    @Test("An address is shown with the key, a token by its beginning, and in full as JSON")
    func shown() throws {
        let token = String(repeating: "ab", count: 32)
        _ = try card("--apns-token", token, "--topic", "com.example.app")
        let address = try #require(card("--mqtt", "mqtts://broker.example").address)
        let text = try store.done(["key", "show", "phone"]).lines
        #expect(text.contains { $0.hasSuffix("com.example.app, production, token abababab…") })
        #expect(!text.contains { $0.contains(token) })
        let topic = try #require(address.mqtt).topic
        #expect(text.contains { $0.hasSuffix("mqtts://broker.example, topic \(topic)") })
        let json = try #require(store.done(["key", "show", "phone", "--json"]).lines.first)
        #expect(json.contains(#""address":{"apns":{"token":"\#(token)","topic":"com.example.app""#))
        _ = try card("--no-address")
        #expect(try store.done(["key", "show", "phone", "--json"]).lines.first?.contains("address") == false)
    }

    @Test("Each address is changed by itself, and stays on later cards until it is taken out")
    func kept() throws {
        let both = try card("--apns-token", "aa", "--topic", "app", "--mqtt", "mqtts://broker.example").address
        #expect(both?.apns?.topic == "app")
        #expect(both?.mqtt?.topic.hasPrefix("sealedpush/") == true)
        let changed = try card("--apns-token", "bb", "--topic", "app").address
        #expect(changed?.apns?.token == "bb")
        #expect(changed?.mqtt == both?.mqtt)
        try store.done(["key", "rotate", "phone"])
        #expect(try card().address == changed)
        #expect(try card("--name", "My phone").address == changed)
        let without = try card("--no-address")
        #expect(without.address == nil)
        #expect(try card() == without)
    }

    @Test(
        "What is no address is refused in one line, without the address in it",
        arguments: [
            (["--apns-token", "abc", "--topic", "app"], "hex"),
            (["--apns-token", "xyzw", "--topic", "app"], "hex"),
            (["--apns-token", "abcd"], "--topic"),
            (["--apns-token", "abcd", "--topic", "my app"], "--topic"),
            (["--apns-token", "abcd", "--topic", "app", "--environment", "sandbox"], "production or development"),
            (["--mqtt", "mqtts://anna:abcd@broker.example"], "without user or password"),
            (["--mqtt", "https://broker.example/abcd"], "mqtts://HOST[:PORT]"),
            (["--mqtt", "broker.abcd"], "mqtts://HOST[:PORT]"),
            (["--mqtt", "mqtts://broker.example", "--topic", "abcd/#"], "no '+', '#'"),
            (["--mqtt", "mqtts://broker.example", "--topic", "+/abcd"], "no '+', '#'"),
            (["--mqtt", "mqtts://broker.example", "--topic", "$SYS/abcd"], "no '$' first"),
            (["--mqtt", "mqtts://broker.example", "--topic", "ab\ncd"], "control character"),
            (["--topic", "abcd"], "--apns-token"),
            (["--environment", "production"], "--apns-token"),
            (["--mqtt", "mqtts://h", "--environment", "production"], "--apns-token"),
            (["--no-address", "--mqtt", "mqtts://abcd"], "--no-address"),
        ]
    )
    func refused(_ options: [String], _ says: String) throws {
        let before = try card()
        let result = try store.run(["key", "card", "phone"] + options)
        expectRefusal(result, 64, says: says)
        #expect(!result.error.contains("abcd"))
        #expect(try card() == before)
    }

    @Test("A signer has no address, and an unknown name none either")
    func signer() throws {
        expectRefusal(
            try store.run(["key", "card", "door", "--mqtt", "mqtts://broker.example"]),
            64,
            says: "'door' is a signer, which no push goes to"
        )
        expectRefusal(
            try store.run(["key", "card", "nobody", "--mqtt", "mqtts://broker.example"]),
            66,
            says: "'nobody'"
        )
    }
}
