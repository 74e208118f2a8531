// SPDX-License-Identifier: Apache-2.0

/// Cuts the text of a payload so that the whole fits: the body alone, at a grapheme boundary, ended with "…".
struct BodyShortener {
    private static let mark = "…"

    private let payload: PushPayload
    private let value: JSONValue
    private let body: String

    /// `nil` when the payload has no body text to cut.
    init?(_ payload: PushPayload) {
        let alert = payload.alert
        guard let value = alert?.isString == true ? alert : alert?["body"], let body = value.string else { return nil }
        self.payload = payload
        self.value = value
        self.body = body
    }

    /// The payload with as much of its body as `limit` bytes of JSON leave room for; `nil` when even the mark has none.
    func shortened(toFit limit: Int) -> (payload: PushPayload, shortened: Shortened)? {
        let rest = payload.json.count - value.text.count + 2
        let room = limit - rest
        guard room >= Self.mark.utf8.count else { return nil }
        // Spelled without needless escapes it may fit as it is.
        var kept = body[...]
        var end = ""
        if JSONString.quotedLength(body.utf8) > room {
            kept = prefix(ofLength: room - Self.mark.utf8.count)
            end = Self.mark
        }
        let text = JSONString.quote(kept + end)
        let json = [UInt8](payload.json[..<value.text.startIndex] + text + payload.json[value.text.endIndex...])
        guard let payload = try? PushPayload(json: json) else { return nil }
        return (payload, Shortened(bodyBytes: body.utf8.count, keptBytes: kept.utf8.count))
    }

    private func prefix(ofLength room: Int) -> Substring {
        var left = room
        for index in body.indices {
            left -= JSONString.quotedLength(body[index].utf8)
            if left < 0 { return body[..<index] }
        }
        return body[...]
    }
}
