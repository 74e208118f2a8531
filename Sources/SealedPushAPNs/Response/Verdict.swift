// SPDX-License-Identifier: Apache-2.0

/// What an answer of APNs means for the push that it answers.
enum Verdict: Hashable {
    /// APNs has it.
    case accepted
    /// It will not be taken, however often it is sent.
    case refused
    /// May be taken later.
    case later
    /// May be taken later, and other pushes to that device had better wait as well.
    case laterForDevice
    /// May be taken on another connection.
    case elsewhere
    /// May be taken with another provider token.
    case withNewToken(isExpired: Bool)
    /// May be taken with the provider token before.
    case withPreviousToken

    init(_ answer: Answer) {
        if answer.status == 200 {
            self = .accepted
            return
        }
        switch answer.reason {
        case .idleTimeout, .shutdown: self = .elsewhere
        case .expiredProviderToken: self = .withNewToken(isExpired: true)
        case .invalidProviderToken: self = .withNewToken(isExpired: false)
        case .tooManyProviderTokenUpdates: self = .withPreviousToken
        default:
            switch answer.status {
            case 429: self = .laterForDevice
            case 500, 503: self = .later
            default: self = .refused
            }
        }
    }

    /// Whether the answer shows that the server took the provider token, and so allows many streams from now on.
    static func provesToken(_ answer: Answer) -> Bool {
        switch answer.status {
        case 200, 410, 413: true
        case 400: answer.reason != .idleTimeout
        case 429: answer.reason == .tooManyRequests
        default: false
        }
    }
}
