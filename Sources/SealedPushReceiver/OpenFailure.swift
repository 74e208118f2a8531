// SPDX-License-Identifier: Apache-2.0

/// Why a push was not opened: one reason, and for what anyone can see of it, the detail.
public struct OpenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the reasons of `EnvelopeFormat`; more may come in later versions.
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The reason as it is written in JSON and logs, such as `cannotOpen`.
        public let rawValue: String

        /// Takes any word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The reason's word.
        public var description: String { rawValue }

        /// An ordinary push, without `encrypted-content`.
        public static let notSealed = Reason(rawValue: "notSealed")
        /// Not an envelope, or not a payload that one could be in.
        public static let malformed = Reason(rawValue: "malformed")
        /// An envelope of a version or mode that this one does not know.
        public static let unsupportedVersion = Reason(rawValue: "unsupportedVersion")
        /// The store cannot be read before the device is unlocked; the key may well be there.
        public static let locked = Reason(rawValue: "locked")
        /// The store is broken, missing or not to be opened.
        public static let storeUnavailable = Reason(rawValue: "storeUnavailable")
        /// Sealed to a key that is not here.
        public static let unknownKey = Reason(rawValue: "unknownKey")
        /// Sealed to a key that was here and is retired or revoked.
        public static let retiredKey = Reason(rawValue: "retiredKey")
        /// Does not open, whatever failed inside.
        public static let cannotOpen = Reason(rawValue: "cannotOpen")
        /// Signed by someone not trusted, or not signed where that is required.
        public static let untrustedSender = Reason(rawValue: "untrustedSender")
        /// Expired, or from too far in the future.
        public static let stale = Reason(rawValue: "stale")
        /// Opened before.
        public static let duplicate = Reason(rawValue: "duplicate")
    }

    /// Why.
    public let reason: Reason
    /// What is wrong in words, where that is plain to anyone without a key, or is a fault of the store.
    public let diagnosis: String?

    /// Takes a reason.
    public init(_ reason: Reason, diagnosis: String? = nil) {
        self.reason = reason
        self.diagnosis = diagnosis
    }

    /// The reason, with the diagnosis where there is one.
    public var description: String {
        diagnosis.map { "\(reason): \($0)" } ?? reason.rawValue
    }
}

extension OpenFailure.Reason {
    /// Lets `catch OpenFailure.Reason.duplicate` match.
    public static func ~= (reason: Self, error: any Error) -> Bool {
        (error as? OpenFailure)?.reason == reason
    }
}
