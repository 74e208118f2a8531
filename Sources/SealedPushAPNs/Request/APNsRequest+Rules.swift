// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

extension APNsRequest {
    /// Bytes in a device token: Apple's have 32 or, by its word, may have any number; this keeps a URL within bounds.
    private static let maximumTokenLength = 512

    /// Whether APNs can take it, as far as that is known before sending; `APNsClient` looks before it sends anything.
    ///
    /// - Throws: `badRequest`, with what is wrong and what it should be.
    public func check() throws(APNsError) {
        try checkDeviceToken()
        try checkTopic()
        try checkHeaders()
        guard !payload.isEmpty else { throw APNsError(badRequest: "the payload is empty") }
        guard payload.count <= pushType.maximumPayloadLength else {
            throw APNsError(
                badRequest:
                    "the payload has \(payload.count) bytes, \(payload.count - pushType.maximumPayloadLength) more "
                    + "than the \(pushType.maximumPayloadLength) that a push of type \(pushType) may have; shorten it"
            )
        }
    }

    func check(hasCertificate: Bool) throws(APNsError) {
        try check()
        guard hasCertificate, pushType == .location else { return }
        throw APNsError(
            badRequest: "pushes of type location need a token key; APNs does not take a certificate for them"
        )
    }

    // The token itself never stands in a text: whoever has it can be sent pushes to, and logs travel.

    private func checkDeviceToken() throws(APNsError) {
        let digits = deviceToken.utf8
        guard !digits.isEmpty else { throw APNsError(badRequest: "the device token is empty") }
        if let place = digits.enumerated().first(where: { Hex.value($0.element) == nil }) {
            throw APNsError(
                badRequest: "the device token is not hex at character \(place.offset + 1): "
                    + "write each byte as two digits 0-9, a-f, without spaces or brackets"
            )
        }
        guard digits.count % 2 == 0 else {
            throw APNsError(
                badRequest: "the device token has \(digits.count) hex digits, an odd number: "
                    + "it was cut short, or a byte below 16 lost its leading 0"
            )
        }
        guard digits.count <= Self.maximumTokenLength * 2 else {
            throw APNsError(badRequest: "the device token has \(digits.count) hex digits, too many for a device token")
        }
    }

    private func checkTopic() throws(APNsError) {
        guard !topic.isEmpty else {
            throw APNsError(badRequest: "the topic is missing: it is the app's bundle identifier\(suffixHint)")
        }
        // What goes into a header as it stands.
        guard topic.utf8.count <= 255, topic.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw APNsError(badRequest: "the topic is not 1…255 characters of ASCII without spaces")
        }
        guard topic.hasSuffix(pushType.topicSuffix), topic.utf8.count > pushType.topicSuffix.utf8.count else {
            throw APNsError(
                badRequest: "the topic \(topic) does not suit a push of type \(pushType): "
                    + "it must be the app's bundle identifier\(suffixHint)"
            )
        }
    }

    private var suffixHint: String { pushType.topicSuffix.isEmpty ? "" : " with \(pushType.topicSuffix) behind it" }

    private func checkHeaders() throws(APNsError) {
        guard pushType.priorities.contains(priority) else {
            let allowed = pushType.priorities.map(\.description).joined(separator: " or ")
            throw APNsError(badRequest: "priority \(priority) is not for a push of type \(pushType): use \(allowed)")
        }
        if pushType == .pushToTalk, expiration != Self.notStored {
            throw APNsError(badRequest: "a push of type pushtotalk is never stored: set its expiration to notStored")
        }
        guard let collapseID else { return }
        let bytes = collapseID.utf8
        guard (1...Self.maximumCollapseIDLength).contains(bytes.count) else {
            throw APNsError(
                badRequest: "the collapse id has \(bytes.count) bytes, must be 1…\(Self.maximumCollapseIDLength)"
            )
        }
        // A line break would begin another header, and white space at the ends does not survive HTTP.
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }), bytes.first != 0x20, bytes.last != 0x20 else {
            throw APNsError(badRequest: "the collapse id has a control character, or a space at an end")
        }
    }
}
