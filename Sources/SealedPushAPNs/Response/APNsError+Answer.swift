// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

extension APNsError {
    /// From how far apart on this machine's clock and the server's are worth a word: APNs takes tokens up to an hour old.
    private static let noteworthyDifference: UInt64 = 5 * 60

    /// An answer other than "accepted", for good or for the last time.
    ///
    /// - Parameters:
    ///   - date: what the server's clock says, where it does.
    ///   - now: what this machine's clock says.
    init(_ answer: Answer, from environment: APNsEnvironment, date: Timestamp?, now: Timestamp) {
        let code: Code =
            if let reason = answer.reason, reason.endsAddress {
                .addressGone
            } else if answer.status == 410 {
                .addressGone
            } else if answer.reason?.concernsCredentials == true {
                .credentialsRefused
            } else if [429, 500, 503].contains(answer.status) || answer.reason == .idleTimeout {
                .busy
            } else {
                .refused
            }
        var text = "\(environment) answered \(answer.status)"
        if let reason = answer.reason { text += " \(reason)" }
        let advice = answer.reason?.advice ?? (code == .addressGone ? "drop the device token" : nil)
        if let note = Self.clockNote(answer.reason, date: date, now: now) ?? advice {
            text += ": \(note)"
        }
        self.init(
            code,
            text,
            reason: answer.reason,
            status: answer.status,
            inactiveSince: code == .addressGone ? answer.inactiveSince : nil
        )
    }

    /// A refused provider token where the clocks explain it.
    private static func clockNote(_ reason: APNsReason?, date: Timestamp?, now: Timestamp) -> String? {
        guard reason == .invalidProviderToken || reason == .expiredProviderToken, let date else { return nil }
        let difference = max(date, now).seconds - min(date, now).seconds
        guard difference >= noteworthyDifference else { return nil }
        let minutes = (difference + 30) / 60
        let amount = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
        return "this machine's clock is \(amount) \(now > date ? "ahead of" : "behind") the server's: set it"
    }
}
