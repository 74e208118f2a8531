// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// Why a broker could not be reached, or a push not be published.
///
/// The text says what, where and what to do; it never holds a password, a topic or a payload.
public struct MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `notAuthorized`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// Not the address of a broker.
        public static let badAddress = Code("badAddress")
        /// Not a topic that can be published to.
        public static let badTopic = Code("badTopic")
        /// A setting is out of its range.
        public static let badConfiguration = Code("badConfiguration")
        /// A file of credentials holds something else.
        public static let badCredentials = Code("badCredentials")
        /// A file with a secret that everyone on this machine may read.
        public static let exposedFile = Code("exposedFile")
        /// A file could not be read.
        public static let file = Code("file")
        /// The payload is larger than this client or the broker takes.
        public static let tooLarge = Code("tooLarge")
        /// No connection came about: the name is unknown, nobody listens, or nobody answers.
        public static let unreachable = Code("unreachable")
        /// The broker's certificate is by nobody this machine trusts.
        public static let untrustedServer = Code("untrustedServer")
        /// The broker's certificate has expired, or is not valid yet.
        public static let expiredCertificate = Code("expiredCertificate")
        /// The broker's certificate is for another name.
        public static let wrongName = Code("wrongName")
        /// Wrong user name or password, or the broker's rules forbid it.
        public static let notAuthorized = Code("notAuthorized")
        /// The broker says no for another reason.
        public static let refused = Code("refused")
        /// The broker does not speak MQTT 5.
        public static let unsupportedVersion = Code("unsupportedVersion")
        /// Another client came with the same client id.
        public static let sessionTakenOver = Code("sessionTakenOver")
        /// The connection broke.
        public static let connectionLost = Code("connectionLost")
        /// No answer in time.
        public static let timedOut = Code("timedOut")
        /// A message was left with the broker, by the one who was to handle it.
        public static let left = Code("left")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The client was closed.
        public static let closed = Code("closed")
        /// The system gave no thread, pipe or memory.
        public static let system = Code("system")
    }

    /// What kind of fault it is.
    public let code: Code
    /// One line, lower case: what, where, what to do.
    public let description: String
    /// The push it concerns, where the publisher was told its id.
    public let id: MessageID?
    /// How often the push was sent.
    public let attempts: Int
    /// Whether the broker may have the push all the same: it was sent, and no answer came.
    public let mayHaveBeenAccepted: Bool

    init(
        _ code: Code,
        _ description: String,
        id: MessageID? = nil,
        attempts: Int = 0,
        mayHaveBeenAccepted: Bool = false
    ) {
        self.code = code
        self.description = description
        self.id = id
        self.attempts = attempts
        self.mayHaveBeenAccepted = mayHaveBeenAccepted
    }
}

extension MQTTError {
    static let closed = MQTTError(.closed, "the client was closed before the push was accepted")
    static let cancelled = MQTTError(.cancelled, "cancelled before the push was sent")
    static let cancelledUnderWay = MQTTError(
        .cancelled,
        "cancelled while the push was under way",
        mayHaveBeenAccepted: true
    )

    /// The system gave no thread or no pipe.
    static func system(_ description: String) -> MQTTError { MQTTError(.system, description) }

    /// Whether a connection made again at once would meet the same.
    var isPermanent: Bool {
        switch code {
        case .badConfiguration, .badCredentials, .exposedFile, .file, .untrustedServer, .expiredCertificate, .wrongName,
            .notAuthorized, .unsupportedVersion, .sessionTakenOver:
            true
        default: false
        }
    }
}

extension MQTTError.Code {
    /// Lets `catch MQTTError.Code.notAuthorized` match.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? MQTTError)?.code == code
    }
}
