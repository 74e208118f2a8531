// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// Why a push was not accepted, or why there is no client to send it.
///
/// The text says what, where and what to do, and never holds a key, a token or a payload.
public struct APNsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `addressGone`.
        public let description: String

        private init(_ description: String) { self.description = description }

        // MARK: Before anything is sent

        /// A setting that cannot be.
        public static let badConfiguration = Code("badConfiguration")
        /// A key or certificate that cannot be used.
        public static let badCredentials = Code("badCredentials")
        /// A file that could not be read.
        public static let file = Code("file")
        /// A file with a secret that everyone may read.
        public static let exposedFile = Code("exposedFile")
        /// A push that APNs would refuse: token, topic, headers, size.
        public static let badRequest = Code("badRequest")
        /// The push expired before it could be delivered to APNs.
        public static let expired = Code("expired")
        /// The system gave no thread or no pipe.
        public static let system = Code("system")

        // MARK: What APNs says

        /// The device token is of no more use: drop the address.
        ///
        /// `inactiveSince` may say since when.
        public static let addressGone = Code("addressGone")
        /// APNs does not take the key or certificate: no push will pass until that is mended.
        public static let credentialsRefused = Code("credentialsRefused")
        /// APNs refuses this push for good.
        public static let refused = Code("refused")
        /// APNs was too busy for as long as it was tried.
        public static let busy = Code("busy")

        // MARK: The way there

        /// Nothing answers at that host and port.
        public static let unreachable = Code("unreachable")
        /// The server's certificate is not trusted, or its TLS does not suit.
        public static let untrustedServer = Code("untrustedServer")
        /// What answers is no APNs: it does not speak HTTP/2.
        public static let notAPNs = Code("notAPNs")
        /// The connection broke each time it was tried.
        public static let connectionLost = Code("connectionLost")
        /// No answer in time.
        public static let timedOut = Code("timedOut")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The client was closed.
        public static let closed = Code("closed")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The reason APNs gave last, where it gave one.
    public let reason: APNsReason?
    /// The HTTP status that came last, where one came.
    public let status: Int?
    /// For `Code.addressGone`: when APNs last knew that the token was of no use, where it says so.
    ///
    /// An address that the device registered after that moment is good again.
    public let inactiveSince: Timestamp?
    /// Whether APNs may have the push all the same: it was sent, and at least once no answer came.
    public let mayHaveBeenAccepted: Bool
    /// How often the push was sent.
    public let attempts: Int
    /// One line, lower case: what, where, what to do.
    public let description: String

    init(
        _ code: Code,
        _ description: String,
        reason: APNsReason? = nil,
        status: Int? = nil,
        inactiveSince: Timestamp? = nil,
        mayHaveBeenAccepted: Bool = false,
        attempts: Int = 0
    ) {
        self.code = code
        self.description = description
        self.reason = reason
        self.status = status
        self.inactiveSince = inactiveSince
        self.mayHaveBeenAccepted = mayHaveBeenAccepted
        self.attempts = attempts
    }
}

extension APNsError {
    static let closed = APNsError(.closed, "the client was closed before the push was accepted")
    static let cancelled = APNsError(.cancelled, "cancelled before the push was sent")
    static let cancelledUnderWay = APNsError(
        .cancelled,
        "cancelled while the push was under way",
        mayHaveBeenAccepted: true
    )

    /// The system gave no thread or no pipe.
    static func system(_ description: String) -> APNsError { APNsError(.system, description) }
    init(badRequest description: String) { self.init(.badRequest, description) }

    /// The same fault with what is known of the push it concerns.
    func about(attempts: Int, mayHaveBeenAccepted: Bool, note: String = "") -> APNsError {
        APNsError(
            code,
            description + note,
            reason: reason,
            status: status,
            inactiveSince: inactiveSince,
            mayHaveBeenAccepted: mayHaveBeenAccepted,
            attempts: attempts
        )
    }
}

extension APNsError.Code {
    /// Lets `catch APNsError.Code.addressGone` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? APNsError)?.code == code
    }
}
