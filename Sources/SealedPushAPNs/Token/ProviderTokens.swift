// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// The provider token that goes with the next request, renewed when it is due.
///
/// Age is told by the steady clock, so a clock that is set back does not make a token live on. Belongs to one thread, so there
/// is one renewal at a time.
struct ProviderTokens {
    /// When a token is renewed.
    ///
    /// APNs wants a new one no more often than every 20 minutes and at least every 60; the middle
    /// of that leaves 20 minutes for a clock that is off, and for a push that waits to be sent again.
    static let lifetime = Duration.seconds(40 * 60)
    /// The least time between two tokens, says APNs.
    static let shortestLifetime = Duration.seconds(20 * 60)
    /// How long APNs takes a token.
    static let longestLifetime = Duration.seconds(60 * 60)
    /// By how much the two clocks may disagree before the wall clock counts as having been set.
    static let tolerance = Duration.seconds(60)

    /// One signed token.
    struct Token {
        let text: String
        /// Counts up; says which token a request went with.
        let generation: Int
        let madeAt: Duration
        let issuedAt: Timestamp
    }

    private let clocks: APNsClocks
    private let sign: (Timestamp) throws(APNsError) -> String
    private var current: Token?
    private var previous: Token?
    private var made = 0
    /// Until when `current` stays although it is due, since APNs refused a newer one.
    private var keptUntil: Duration?
    private var refusedAt: Duration?

    init(clocks: APNsClocks, sign: @escaping (Timestamp) throws(APNsError) -> String) {
        self.clocks = clocks
        self.sign = sign
    }

    /// The token for a request that is sent now.
    mutating func token() throws(APNsError) -> Token {
        guard let current else { return try renew() }
        let age = clocks.steady() - current.madeAt
        if let keptUntil, clocks.steady() < keptUntil, age < Self.longestLifetime { return current }
        if age >= Self.lifetime { return try renew() }
        // The clock was set: the new time is more likely right than the one in the token.
        if age >= Self.shortestLifetime, clockWasSet(since: current) { return try renew() }
        return current
    }

    /// APNs refused the token of that generation as expired or invalid: whether the push may be sent again with another.
    mutating func renewAfterRefusal(of generation: Int, isExpired: Bool) throws(APNsError) -> Bool {
        guard let current else { return true }
        // Another push of the same time has brought it about already.
        guard generation == current.generation else { return true }
        let wasSet = clockWasSet(since: current)
        // An invalid token does not get valid by signing it anew, unless it was the time in it that was wrong.
        guard isExpired || wasSet else { return false }
        // And if a token made for that purpose is refused too, it is the clock or the key.
        if let refusedAt, clocks.steady() - refusedAt < Self.shortestLifetime, !wasSet { return false }
        refusedAt = clocks.steady()
        _ = try renew()
        return true
    }

    /// APNs has seen too many tokens: goes back to the one before where that is still good; whether there is one.
    mutating func keepPrevious(refused generation: Int) -> Bool {
        let now = clocks.steady()
        // Another push of the same time has brought it about already.
        if let current, generation > current.generation { return true }
        keptUntil = now + Self.shortestLifetime
        guard let previous, generation == current?.generation, now - previous.madeAt < Self.longestLifetime else {
            return false
        }
        current = previous
        self.previous = nil
        return true
    }

    private mutating func renew() throws(APNsError) -> Token {
        let time = clocks.wall()
        made += 1
        let token = Token(text: try sign(time), generation: made, madeAt: clocks.steady(), issuedAt: time)
        previous = current
        current = token
        keptUntil = nil
        return token
    }

    private func clockWasSet(since token: Token) -> Bool {
        let now = clocks.wall()
        let wallAge =
            now >= token.issuedAt
            ? Duration.milliseconds(Int64(clamping: now.milliseconds - token.issuedAt.milliseconds))
            : .zero - Duration.milliseconds(Int64(clamping: token.issuedAt.milliseconds - now.milliseconds))
        let difference = wallAge - (clocks.steady() - token.madeAt)
        return difference > Self.tolerance || difference < .zero - Self.tolerance
    }
}
