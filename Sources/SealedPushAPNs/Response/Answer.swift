// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// What came back for one request.
struct Answer {
    let status: Int
    /// `nil` where the body has none, or is none of APNs.
    let reason: APNsReason?
    /// When APNs last knew that the device token was of no use.
    let inactiveSince: Timestamp?

    init(status: Int, body: [UInt8]) {
        self.status = status
        guard status != 200, let document = try? JSONDocument(body) else {
            reason = nil
            inactiveSince = nil
            return
        }
        // A word is short; longer text would fill logs.
        let word = document.root["reason"]?.string.map { PrintableText.excerpt($0, limit: 64) }
        reason = word.map(APNsReason.init(rawValue:))
        inactiveSince = document.root["timestamp"]?.wholeNumber.map(Timestamp.init(milliseconds:))
    }

    init(status: Int, reason: APNsReason?) {
        self.status = status
        self.reason = reason
        inactiveSince = nil
    }
}
