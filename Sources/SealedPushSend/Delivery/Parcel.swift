// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCore
internal import SealedPushSender

/// A sealed push with everything that its carrier has to know.
struct Parcel: Sendable {
    let sealed: SealedPayload
    let route: Route
    let urgency: Urgency
}

/// What is said to APNs beside the payload.
struct Urgency: Sendable {
    var pushType = APNsPushType.alert
    var priority = APNsPriority.immediate
    var collapseID: String?
}

extension Parcel {
    /// The request for APNs.
    func request(to address: PushAddress.APNs) -> APNsRequest {
        // The card has the app's bundle identifier; some push types want more behind it.
        let suffix = urgency.pushType.topicSuffix
        let topic = address.topic.hasSuffix(suffix) ? address.topic : address.topic + suffix
        var request = APNsRequest(
            deviceToken: address.token,
            topic: topic,
            payload: sealed.json,
            id: sealed.messageID
        )
        request.pushType = urgency.pushType
        request.priority = urgency.priority
        request.collapseID = urgency.collapseID
        request.expiration = sealed.expiresAt
        return request
    }
}
