// SPDX-License-Identifier: Apache-2.0

extension APNsReason {
    /// What to do about it, for the end of an error's text; `nil` where the word says it all.
    var advice: String? {
        switch self {
        case .badDeviceToken:
            "the device token is malformed or belongs to the other environment: compare development and production, "
                + "and drop the token if that is right"
        case .deviceTokenNotForTopic: "the device token belongs to another app: compare the topic, else drop the token"
        case .expiredToken, .unregistered: "the app is gone from that device: drop the device token"
        case .topicDisallowed: "the key or certificate is not for this topic: compare the bundle identifier"
        case .badTopic, .missingTopic: "give the app's bundle identifier as the topic"
        case .invalidPushType: "the push type is unknown or does not suit the payload"
        case .badCertificate: "APNs does not take this certificate: make a new one"
        case .badCertificateEnvironment:
            "the certificate is for the other environment: compare development and production"
        case .badEnvironmentKeyIDInToken, .badEnvironmentKeyInToken:
            "the key is for the other environment: compare development and production"
        case .invalidProviderToken: "key id, team id and key file do not belong together, or the key was revoked"
        case .expiredProviderToken: "a new provider token counts as old: set this machine's clock"
        case .missingProviderToken: "the server saw neither a token nor a certificate: something between removes it"
        case .unrelatedKeyIDInToken: "use one client for each key"
        case .tooManyProviderTokenUpdates:
            "other programs make tokens with this key as well, or this one was restarted too often: wait 20 minutes"
        case .tooManyRequests: "send less to this device"
        case .payloadTooLarge: "shorten the payload"
        case .badPath, .methodNotAllowed: "something between this program and APNs changes requests"
        default: nil
        }
    }

    /// Whether the device token is of no more use.
    var endsAddress: Bool {
        [.badDeviceToken, .deviceTokenNotForTopic, .expiredToken, .unregistered].contains(self)
    }

    /// Whether it is about the credentials and not about the push.
    var concernsCredentials: Bool {
        [
            .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .invalidProviderToken,
            .missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .badEnvironmentKeyInToken,
            .tooManyProviderTokenUpdates, .forbidden,
        ].contains(self)
    }
}
