// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// A payload made of options: `--title`, `--body` and their like.
struct PayloadBuilder {
    private static let title = Option("--title", value: "TEXT")
    private static let subtitle = Option("--subtitle", value: "TEXT")
    private static let body = Option("--body", value: "TEXT")
    private static let badge = Option("--badge", value: "NUMBER")
    private static let sound = Option("--sound", value: "NAME")
    private static let category = Option("--category", value: "ID")
    private static let thread = Option("--thread", value: "ID")
    private static let data = Option("--data", value: "K=V", repeats: true)
    static let options = [title, subtitle, body, badge, sound, category, thread, data]

    private var texts: [Option: String] = [:]
    private var badge: Int?
    private var members: [(name: String, value: String)] = []

    var isEmpty: Bool { texts.isEmpty && badge == nil && members.isEmpty }

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        let text = try arguments.value(for: option)
        switch option {
        case Self.badge:
            guard let number = Int(text), number >= 0 else {
                throw UsageError("--badge takes a number from 0 up")
            }
            badge = number
        case Self.data:
            let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--data takes NAME=VALUE, such as --data room=kitchen")
            }
            members.append((String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)))
        default:
            texts[option] = text
        }
    }

    func payload() throws(PayloadError) -> PushPayload {
        var payload = PushPayload(
            title: texts[Self.title],
            subtitle: texts[Self.subtitle],
            body: texts[Self.body],
            badge: badge,
            sound: texts[Self.sound],
            category: texts[Self.category],
            threadID: texts[Self.thread]
        )
        for member in members { payload = try payload.adding(member.name, member.value) }
        return payload
    }
}
