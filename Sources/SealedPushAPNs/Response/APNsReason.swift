// SPDX-License-Identifier: Apache-2.0

/// Why APNs refused a push, in its own word.
///
/// A word that this version does not know is kept as it is.
public struct APNsReason: Hashable, Sendable, CustomStringConvertible {
    /// The word, such as `BadDeviceToken`.
    public let rawValue: String

    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }

    // MARK: 400

    /// The collapse id has more than 64 bytes.
    public static let badCollapseID = APNsReason("BadCollapseId")
    /// The device token is malformed, or one of the other environment.
    public static let badDeviceToken = APNsReason("BadDeviceToken")
    /// The expiration is no time.
    public static let badExpirationDate = APNsReason("BadExpirationDate")
    /// The `apns-id` is no UUID.
    public static let badMessageID = APNsReason("BadMessageId")
    /// The priority is none that this push type may have.
    public static let badPriority = APNsReason("BadPriority")
    /// The topic is malformed.
    public static let badTopic = APNsReason("BadTopic")
    /// The device token belongs to another app than the topic's.
    public static let deviceTokenNotForTopic = APNsReason("DeviceTokenNotForTopic")
    /// A header stood there twice.
    public static let duplicateHeaders = APNsReason("DuplicateHeaders")
    /// The connection was idle for too long.
    public static let idleTimeout = APNsReason("IdleTimeout")
    /// The push type is unknown, or does not suit the payload.
    public static let invalidPushType = APNsReason("InvalidPushType")
    /// The path has no device token.
    public static let missingDeviceToken = APNsReason("MissingDeviceToken")
    /// The topic is missing.
    public static let missingTopic = APNsReason("MissingTopic")
    /// The payload is empty.
    public static let payloadEmpty = APNsReason("PayloadEmpty")
    /// The key or certificate is not for this topic.
    public static let topicDisallowed = APNsReason("TopicDisallowed")

    // MARK: 403

    /// The certificate is not one that APNs takes.
    public static let badCertificate = APNsReason("BadCertificate")
    /// The certificate is for the other environment.
    public static let badCertificateEnvironment = APNsReason("BadCertificateEnvironment")
    /// The provider token is more than an hour old.
    public static let expiredProviderToken = APNsReason("ExpiredProviderToken")
    /// Not allowed.
    public static let forbidden = APNsReason("Forbidden")
    /// The provider token's signature, key, team or time is wrong.
    public static let invalidProviderToken = APNsReason("InvalidProviderToken")
    /// Neither a certificate nor a provider token came with the push.
    public static let missingProviderToken = APNsReason("MissingProviderToken")
    /// The key is not the one that this connection began with.
    public static let unrelatedKeyIDInToken = APNsReason("UnrelatedKeyIdInToken")
    /// The key is for the other environment, as Apple's documentation spells it.
    public static let badEnvironmentKeyIDInToken = APNsReason("BadEnvironmentKeyIdInToken")
    /// The key is for the other environment, as Apple's servers spell it.
    public static let badEnvironmentKeyInToken = APNsReason("BadEnvironmentKeyInToken")

    // MARK: 404, 405, 410, 413

    /// The path is none that APNs serves.
    public static let badPath = APNsReason("BadPath")
    /// The method is not POST.
    public static let methodNotAllowed = APNsReason("MethodNotAllowed")
    /// The device token has expired.
    public static let expiredToken = APNsReason("ExpiredToken")
    /// The app was removed from the device, or the device token is no longer that of its app.
    public static let unregistered = APNsReason("Unregistered")
    /// The payload has too many bytes.
    public static let payloadTooLarge = APNsReason("PayloadTooLarge")

    // MARK: 429, 500, 503

    /// The provider token was changed more often than every 20 minutes.
    public static let tooManyProviderTokenUpdates = APNsReason("TooManyProviderTokenUpdates")
    /// Too many pushes to one device within a short time.
    public static let tooManyRequests = APNsReason("TooManyRequests")
    /// A fault of APNs.
    public static let internalServerError = APNsReason("InternalServerError")
    /// APNs is busy.
    public static let serviceUnavailable = APNsReason("ServiceUnavailable")
    /// This server of APNs is going down.
    public static let shutdown = APNsReason("Shutdown")
}
