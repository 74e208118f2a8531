// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// What a device showed of a push, and how that came about.
public struct ShownNotification {
    /// How it came about.
    public enum Origin: Hashable, Sendable {
        /// The extension's answer.
        case `extension`
        /// The extension's answer after it was told that its time is up.
        case extensionAtExpiry
        /// The push as it came, for no extension was to run.
        case original
        /// The push as it came, for the extension gave no answer that could be shown.
        case originalAfterFailure(ExtensionFailure)
        /// Nothing: the same push was taken before.
        case repeated
    }

    /// What is on the screen; `nil` when nothing is.
    public let content: UNNotificationContent?
    /// How that came about.
    public let origin: Origin
}

/// Why an extension's answer was not shown.
public enum ExtensionFailure: Hashable, Sendable, CustomStringConvertible {
    /// No answer, not even after it was told that its time is up.
    case timedOut
    /// It ended without an answer: crashed, exited, was killed.
    case ended
    /// It took more memory than it is allowed.
    case tookTooMuchMemory
    /// What it wrote is not an answer.
    case wroteRubbish
    /// It could not be started.
    case notStarted
    /// Its answer has no visible text.
    case answerIsInvisible

    /// One line: what happened.
    public var description: String {
        switch self {
        case .timedOut: "the extension gave no answer in time"
        case .ended: "the extension ended without an answer"
        case .tookTooMuchMemory: "the extension took too much memory"
        case .wroteRubbish: "the extension wrote something that is no answer"
        case .notStarted: "the extension could not be started"
        case .answerIsInvisible: "the extension's answer has no visible text"
        }
    }
}
