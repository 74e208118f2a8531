// SPDX-License-Identifier: Apache-2.0

/// How far a client is between open and ended, and who waits for its end.
@usableFromInline
package struct ClientLife: Sendable {
    /// What comes later never goes back.
    @usableFromInline
    package enum Phase: Int, Sendable {
        case open
        /// Takes nothing new, finishes what it has.
        case closing
        /// Gives up what it has.
        case abandoned
        case ended
    }

    @usableFromInline package private(set) var phase = Phase.open
    private var endings: [@Sendable () -> Void] = []

    package init() {}

    /// - Parameter abandoning: whether what it has is given up too.
    package mutating func close(abandoning: Bool) {
        let next = abandoning ? Phase.abandoned : .closing
        if phase.rawValue < next.rawValue { phase = next }
    }

    /// - Returns: what is to be called now, outside any lock.
    package mutating func end() -> [@Sendable () -> Void] {
        phase = .ended
        defer { endings = [] }
        return endings
    }

    /// Keeps what is to be called at the end.
    ///
    /// - Returns: whether that was before, so that the caller has to call it.
    package mutating func hasEnded(orCalls ending: @escaping @Sendable () -> Void) -> Bool {
        if phase != .ended { endings.append(ending) }
        return phase == .ended
    }
}
