// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// Takes one push after another, and says when the broker may forget it.
///
/// The order decides what a kill can do. A push is opened; it is written into the journal; the device writes the
/// notification down, for good; its line is written; the journal says so, and has the run of its program; the key store
/// learns that it was seen; the broker may forget it. Killed before the line, the broker brings it again and it is opened
/// again: the device then has one notification of that identifier, the hash of the bytes, and `GatePresenter` shows it once.
/// Killed after it, the journal says so, and only the rest is done.
final class Listener: Sendable {
    private let device: NotificationDevice
    private let runner: ReportingRunner
    private let journal: Journal
    private let store: SQLiteKeyStore
    private let teller: Teller
    private let speaker: Speaker
    private let isEnding: @Sendable () -> Bool
    private let counts = Lock(ListenCounts())
    /// Whether the journal may have something that the key store does not know of.
    private let mustCatchUp = Lock(true)

    /// - Parameter isEnding: Whether a push that has to wait for something is rather left with the broker.
    init(
        device: NotificationDevice,
        runner: ReportingRunner,
        journal: Journal,
        store: SQLiteKeyStore,
        teller: Teller,
        speaker: Speaker,
        isEnding: @escaping @Sendable () -> Bool = { false }
    ) {
        self.device = device
        self.runner = runner
        self.journal = journal
        self.store = store
        self.teller = teller
        self.speaker = speaker
        self.isEnding = isEnding
    }

    /// What came of all of them so far.
    var summary: ListenCounts { counts.withLock { $0 } }

    /// Takes one push; waits for its extension.
    ///
    /// - Returns: Whether it is done with: shown or going to be, whatever happens to this process, or its failure recorded.
    ///   `false` where it is to come again.
    func take(_ payload: [UInt8]) -> Bool {
        if let reason = PushExamination.fault(of: payload) {
            // The log is for the user to look at; a push that is none is not kept for it.
            try? store.record(reason, at: .now())
            counts.withLock { $0.refused += 1 }
            return teller.tell(.refused(reason))
        }
        let hash = PushExamination.hash(of: payload)
        do {
            let entry = try journal.entry(hash)
            if let entry, entry.isTold {
                counts.withLock { $0.repeated += 1 }
                if let seen = entry.seen { record(seen, hash) }
                return true
            }
            catchUp()
            guard teller.waitForRoom(unless: isEnding) else { return false }
            try device.receive(RemotePush(payload: payload, identifier: hash))
            switch runner.takeOutcome() {
            case .delivered(let report):
                return try finish(report, hash, isInDoubt: entry != nil)
            case .dropped(let report):
                counts.withLock { $0.repeated += 1 }
                return teller.tell(.push(report, isInDoubt: false))
            case .unavailable(let problem):
                speaker.complain(problem)
            case nil:
                speaker.complain("this device may show nothing: a push waits at the broker")
            }
        } catch {
            speaker.complain("\(error); a push waits at the broker")
        }
        return false
    }

    /// The notification is written down.
    private func finish(_ report: PushReport, _ hash: String, isInDoubt: Bool) throws(StoreError) -> Bool {
        guard teller.tell(.push(report, isInDoubt: isInDoubt)) else { return false }
        let run = teller.run(for: report)
        try journal.setTold(hash, run: run)
        if run != nil { teller.noteRun() }
        counts.withLock { counts in
            if report.reason == nil { counts.opened += 1 } else { counts.failed += 1 }
        }
        if let reason = report.reason { speaker.complain(FailureText.line(reason)) }
        if let seen = report.seen { record(seen, hash) }
        return true
    }

    /// Tells the key store of what was shown while it could not be told: before the next push, and at the start.
    ///
    /// Until then `ReportingRunner` looks into the journal as well.
    func catchUp() {
        guard mustCatchUp.withLock({ $0 }) else { return }
        do throws(StoreError) {
            let left = try journal.unrecorded()
            mustCatchUp.withLock { $0 = false }
            for (hash, seen) in left where !record(seen, hash) { return }
        } catch {
            speaker.complain("it could not be noted that a push was shown: \(error)")
        }
    }

    /// Where that cannot be done now, the push is shown all the same; it stays in the journal.
    @discardableResult
    private func record(_ seen: SeenPush, _ hash: String) -> Bool {
        do {
            _ = try store.record(seen, now: .now())
            try journal.setRecorded(hash)
            return true
        } catch {
            mustCatchUp.withLock { $0 = true }
            speaker.complain("it could not be noted that a push was shown: \(error)")
            return false
        }
    }
}
