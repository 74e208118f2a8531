// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `--apns-token`, `--mqtt` and what goes with them: where the pushes of a card's holder go.
enum AddressOptions {
    private static let token = Option("--apns-token", value: "HEX")
    private static let topic = Option("--topic", value: "TOPIC")
    private static let environment = Option("--environment", value: "NAME")
    private static let broker = Option("--mqtt", value: "URL")
    private static let none = Option("--no-address")
    static let options = [token, topic, environment, broker, none]

    // Out of line: looking something up in a dictionary is a good part of a kilobyte each time, and the static command is
    // counted in kilobytes.
    @inline(never)
    private static func given(_ texts: [Option: String], _ option: Option) -> String? { texts[option] }

    /// Bytes of randomness in a topic at a broker: as many as in a key.
    private static let randomLength = 32

    /// What the options say, put into an address; an empty one for nowhere.
    ///
    /// - Parameters:
    ///   - texts: The values of the options that were given.
    ///   - last: The address that the last card had.
    static func address(_ texts: [Option: String], _ last: PushAddress?) throws(CommandError) -> PushAddress {
        var address = last ?? PushAddress()
        var topic = given(texts, Self.topic)
        if given(texts, Self.none) != nil { address = PushAddress() }
        if let token = given(texts, Self.token) {
            let environment = PushAddress.APNs.Environment(rawValue: given(texts, Self.environment) ?? "production")
            guard let environment, let app = topic,
                let apns = PushAddress.APNs(token: token, topic: app, environment: environment)
            else {
                throw CommandError(
                    .usage,
                    "expected --apns-token in hex, two digits for each byte, --topic with the app's bundle identifier, and "
                        + "production or development as --environment"
                )
            }
            address.apns = apns
            topic = nil
        }
        guard let url = given(texts, Self.broker) else { return address }
        // What a broker would refuse, or take for a pattern (MQTT 5, 4.7).
        guard topic?.utf8.contains(where: { $0 < 0x20 || $0 == 0x2b || $0 == 0x23 }) != true, topic?.utf8.first != 0x24
        else { throw CommandError(.usage, "--topic is one topic: no '+', '#' or control character, and no '$' first") }
        let made = "sealedpush/" + Base64URL.string(Sodium.randomBytes(randomLength))
        guard url.hasPrefix("mqtt"), let mqtt = PushAddress.MQTT(url: url, topic: topic ?? address.mqtt?.topic ?? made)
        else {
            // The address itself is not shown: it may have a password in it.
            throw CommandError(
                .usage,
                "--mqtt is no address of a broker: mqtts://HOST[:PORT], without user or password"
            )
        }
        address.mqtt = mqtt
        return address
    }

    /// Checks that each of the options has one that it belongs to.
    static func check(_ texts: [Option: String]) throws(UsageError) {
        let hasToken = given(texts, token) != nil
        guard hasToken || given(texts, environment) == nil,
            hasToken || given(texts, broker) != nil || given(texts, topic) == nil,
            given(texts, none) == nil || texts.count == 1
        else {
            throw UsageError("--topic and --environment go with --apns-token HEX, and --no-address stands alone")
        }
    }
}
