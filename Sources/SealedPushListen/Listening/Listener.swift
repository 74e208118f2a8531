// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// Takes one push after another, and says when the broker may forget it.
///
/// The order decides what a kill can do. A push is opened; it is written into the journal; the device writes the
/// notification down, for good; its line is written and its program begun; the key store learns that it was seen; the broker
/// may forget it. Killed before the line, the broker brings it again and it is opened again: the device then has one
/// notification of that identifier, the hash of the bytes, and `GatePresenter` shows it once. Killed after it, the journal
/// says so, and only the rest is done.
final class Listener: Sendable {
    private let device: NotificationDevice
    private let runner: ReportingRunner
    private let journal: Journal
    private let store: SQLiteKeyStore
    private let teller: Teller
    private let speaker: Speaker
    private let counts = Lock(ListenCounts())

    init(
        device: NotificationDevice,
        runner: ReportingRunner,
        journal: Journal,
        store: SQLiteKeyStore,
        teller: Teller,
        speaker: Speaker
    ) {
        self.device = device
        self.runner = runner
        self.journal = journal
        self.store = store
        self.teller = teller
        self.speaker = speaker
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
        try journal.setTold(hash)
        counts.withLock { counts in
            if report.reason == nil { counts.opened += 1 } else { counts.failed += 1 }
        }
        if let seen = report.seen { record(seen, hash) }
        return true
    }

    /// Where that cannot be done now, the push is shown all the same; its bytes are in the journal.
    private func record(_ seen: SeenPush, _ hash: String) {
        do {
            _ = try store.record(seen, now: .now())
            try journal.setRecorded(hash)
        } catch {
            speaker.complain("it could not be noted that a push was shown: \(error)")
        }
    }
}
