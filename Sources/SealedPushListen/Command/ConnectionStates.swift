// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT

/// Says how it stands with the broker, and ends the program where somebody has to do something first.
///
/// Once it was connected it goes on for ever: a password may be wrong for the time of its change.
final class ConnectionStates: Sendable {
    private let target: ListenTarget
    private let isNew: Bool
    private let ending: Ending
    private let speaker: Speaker
    private let hasConnected = Lock(false)

    /// - Parameter isNew: Whether the broker cannot have a session yet.
    init(_ target: ListenTarget, isNew: Bool, ending: Ending, speaker: Speaker) {
        self.target = target
        self.isNew = isNew
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
            speaker.say("listening as '\(name)' at \(target.broker)")
            if isFirst, target.isNew {
                speaker.say("'\(name)' has an address now: give its new card to senders, 'sealedpush key card \(name)'")
            }
            if !resumed, !(isFirst && isNew) {
                speaker.complain("the broker kept nothing for this device: what was sent while it was away is lost")
            }
        case .lost(let error):
            guard error.needsMending, !hasConnected.withLock({ $0 }) else { return speaker.complain(error.description) }
            ending.end(.failure(CommandError(error)))
        }
    }
}
