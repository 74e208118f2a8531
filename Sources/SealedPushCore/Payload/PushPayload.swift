// SPDX-License-Identifier: Apache-2.0

/// An APNs payload in the clear: a JSON object, kept byte for byte as it was spelled.
///
/// Only white space that means nothing goes; numbers keep their spelling and members their order.
public struct PushPayload: Sendable {
    /// The checked text, without insignificant white space.
    package let document: JSONDocument

    /// Checks a JSON text and takes it.
    ///
    /// - Throws: `PayloadError.malformed`: RFC 8259 in UTF-8, one object, at most 32 brackets open at once and 1,024
    ///   members and elements, no name twice in one object (`EnvelopeFormat`, "JSON").
    public init(json: some Sequence<UInt8>) throws(PayloadError) {
        do throws(JSONError) {
            document = try JSONDocument(minifying: [UInt8](json))
        } catch {
            throw PayloadError(.malformed, "payload is not JSON as APNs and this format take it: \(error)")
        }
    }

    /// Composes a payload of the usual fields; those left out do not appear.
    ///
    /// - Parameters:
    ///   - title: First line.
    ///   - subtitle: Second line.
    ///   - body: The text.
    ///   - badge: The number on the icon; 0 removes it.
    ///   - sound: A sound file's name, or `default`.
    ///   - category: The identifier of a category of actions.
    ///   - threadID: What groups notifications, `thread-id`.
    public init(
        title: String? = nil,
        subtitle: String? = nil,
        body: String? = nil,
        badge: Int? = nil,
        sound: String? = nil,
        category: String? = nil,
        threadID: String? = nil
    ) {
        let alert = JSONComposer.object([
            title.map { ("title", JSONString.quote($0)) },
            subtitle.map { ("subtitle", JSONString.quote($0)) },
            body.map { ("body", JSONString.quote($0)) },
        ])
        let aps = JSONComposer.object([
            alert.count > 2 ? ("alert", alert) : nil,
            badge.map { ("badge", [UInt8](String($0).utf8)) },
            sound.map { ("sound", JSONString.quote($0)) },
            category.map { ("category", JSONString.quote($0)) },
            threadID.map { ("thread-id", JSONString.quote($0)) },
        ])
        guard let document = try? JSONDocument(JSONComposer.object([("aps", aps)])) else {
            // Three brackets deep, eleven members, strings escaped by this module: it is JSON, whatever the arguments.
            preconditionFailure("a composed payload is always JSON")
        }
        self.document = document
    }

    /// The same payload with one more member beside `aps`, a string.
    ///
    /// - Throws: `PayloadError.name` when the name is there already, or is `aps` or `sealedpush`; `malformed` beyond 1,024
    ///   members.
    public func adding(_ name: String, _ value: String) throws(PayloadError) -> PushPayload {
        guard name != "aps", name != Self.reservedName, document.root.member(name) == nil else {
            throw PayloadError(.name, "payload member '\(PrintableText.excerpt(name))' is taken")
        }
        let added = JSONString.quote(name) + [UInt8(ascii: ":")] + JSONString.quote(value)
        return try PushPayload(json: JSONComposer.object(document.root.members.map(\.text) + [added[...]]))
    }

    /// The JSON text.
    public var json: [UInt8] { document.bytes }

    /// The member kept for this format: an object, taken out before an app sees the payload.
    package static let reservedName = "sealedpush"

    /// The same payload without one member of its outermost object.
    package func removing(_ name: String) -> PushPayload {
        guard document.root.member(name) != nil else { return self }
        let kept = document.root.members.filter { !$0.isNamed(name) }.map(\.text)
        guard let document = try? JSONDocument(JSONComposer.object(kept)) else {
            // The remaining members of a checked object are a checked object.
            preconditionFailure("part of a JSON object is JSON")
        }
        return PushPayload(document: document)
    }

    private init(document: JSONDocument) { self.document = document }
}

// MARK: What it shows

extension PushPayload {
    /// `aps.alert.title`.
    public var title: String? { alertText("title") }
    /// `aps.alert.subtitle`.
    public var subtitle: String? { alertText("subtitle") }
    /// `aps.alert.body`, or `aps.alert` where that is the text itself.
    public var body: String? { alert?.string ?? alertText("body") }

    /// Whether the alert has a text, or the key of a localised one: the system runs no service extension without.
    public var hasVisibleText: Bool {
        guard let alert else { return false }
        if let text = alert.string { return !text.isEmpty }
        return ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
            .contains { !(alert[$0]?.string ?? "").isEmpty }
    }

    /// The `aps` object, where there is one.
    package var aps: JSONValue? { document.root["aps"] }

    package var alert: JSONValue? { aps?["alert"] }

    private func alertText(_ name: String) -> String? { alert?[name]?.string }
}

extension PushPayload: Hashable {
    /// The same text, byte for byte.
    public static func == (left: PushPayload, right: PushPayload) -> Bool { left.json == right.json }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension PushPayload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, never the content: a payload in a log would undo its seal.
    public var description: String { "payload of \(json.count) bytes" }
    /// The length, never the content.
    public var debugDescription: String { description }
    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
