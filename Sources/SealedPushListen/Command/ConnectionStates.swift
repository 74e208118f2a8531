// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT

/// Says how it stands with the broker, and ends the program where somebody has to do something first.
///
/// Once it was connected it goes on for ever: a password may be wrong for the time of its change.
final class ConnectionStates: Sendable {
    private let target: ListenTarget
    private let session: SessionRecord
    private let ending: Ending
    private let speaker: Speaker
    private let hasConnected = Lock(false)
    /// Whether the last connection was ended so as to leave a push with the broker, which its reason has said.
    private let hasLeft = Lock(false)

    init(_ target: ListenTarget, session: SessionRecord, ending: Ending, speaker: Speaker) {
        self.target = target
        self.session = session
        self.ending = ending
        self.speaker = speaker
    }

    func take(_ state: MQTTState) {
        // What is left with the broker at the end is no news.
        guard !ending.hasCome else { return }
        switch state {
        case .connected(let resumed):
            let isFirst = hasConnected.withLock { hasConnected in
                defer { hasConnected = true }
                return !hasConnected
            }
            let name = PrintableText.excerpt(target.device)
            let isBack = hasLeft.withLock { hasLeft in
                defer { hasLeft = false }
                return hasLeft
            }
            if !isBack { speaker.say("listening as '\(name)' at \(target.broker)") }
            if isFirst, target.isNew {
                speaker.say("'\(name)' has an address now: give its new card to senders, 'sealedpush key card \(name)'")
            }
            if !resumed, session.isKnown {
                speaker.complain("the broker kept nothing for this device: what was sent while it was away is lost")
            }
            do throws(FileError) {
                try session.keep()
            } catch {
                speaker.complain(error.description)
            }
        case .lost(let error) where error.code == .left:
            hasLeft.withLock { $0 = true }
        case .lost(let error):
            hasLeft.withLock { $0 = false }
            guard error.needsMending, !hasConnected.withLock({ $0 }) else { return speaker.complain(error.description) }
            ending.end(.failure(CommandError(error)))
        }
    }
}
