// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore
internal import SealedPushStore
internal import UserNotifications

/// Runs the extension for the listener: keeps its report, writes the push into the journal before the device has it, and lets
/// nothing be shown that nobody vouches for.
final class ReportingRunner: ExtensionRunner, Sendable {
    /// What came of one push.
    enum Outcome: Hashable, Sendable {
        /// The device gets it.
        case delivered(PushReport)
        /// Nothing is shown, and that is right.
        case dropped(PushReport)
        /// Not the push's fault: it is to come again.
        case unavailable(String)
    }

    /// Faults of this machine: the next time it may be opened.
    private static let passing: Set<String> = ["storeUnavailable", "locked"]
    private static let duplicate = "duplicate"

    private let inner: any ExtensionRunner & Sendable
    private let journal: Journal
    private let outcome = Lock<Outcome?>(nil)

    init(_ inner: any ExtensionRunner & Sendable, journal: Journal) {
        self.inner = inner
        self.journal = journal
    }

    /// What came of the last push; `nil` where the extension was not run.
    func takeOutcome() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }

    func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer {
        let (outcome, content) = settle(inner.run(push, request: request), push)
        self.outcome.withLock { $0 = outcome }
        return .content(content, afterExpiry: false)
    }

    private func settle(_ answer: ExtensionAnswer, _ push: RemotePush) -> (Outcome, UNNotificationContent) {
        let nothing = UNNotificationContent()
        let report: PushReport
        let content: UNNotificationContent
        switch answer {
        case .content(let given, afterExpiry: false):
            let found = PushReport(given)
            report = found ?? PushReport(failed: "extensionFailed", ExtensionFailure.wroteRubbish.description)
            content = found == nil ? Self.placeholder : PushReport.detach(from: given)
        case .content(_, afterExpiry: true):
            // Whatever it is, the extension had no time to vouch for it.
            report = PushReport(failed: "extensionFailed", ExtensionFailure.timedOut.description)
            content = Self.placeholder
        case .failure(.notStarted):
            return (.unavailable(ExtensionFailure.notStarted.description), nothing)
        case .failure(let failure):
            // Not the text that came in the clear, as a phone would: anyone between sender and device can have written it.
            report = PushReport(failed: "extensionFailed", failure.description)
            content = Self.placeholder
        }
        if let reason = report.reason, Self.passing.contains(reason) {
            return (.unavailable("the key store cannot be used (\(reason)), a push waits at the broker"), nothing)
        }
        if report.reason == Self.duplicate { return (.dropped(report), nothing) }
        do throws(StoreError) {
            if let seen = report.seen, try journal.isUnrecorded(seen, besides: push.identifier) {
                return (.dropped(PushReport(failed: Self.duplicate, nil)), nothing)
            }
            try journal.begin(push.identifier, seen: report.seen)
        } catch {
            return (.unavailable(error.description), nothing)
        }
        return (.delivered(report), content)
    }

    private static var placeholder: UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.body = Placeholder.standard.text ?? "New notification"
        return content
    }
}
