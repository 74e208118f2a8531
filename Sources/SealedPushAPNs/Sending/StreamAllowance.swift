// SPDX-License-Identifier: Apache-2.0

/// How many streams a server seems to allow.
///
/// libcurl obeys the server's limit but does not tell it: it holds back what is too much. What it held back is taken from it
/// again, so that waiting requests wait in one place, and a few more are tried from time to time.
struct StreamAllowance {
    /// How long to wait before a full server is asked whether it takes more: little against the time of an answer.
    static let pause = Duration.milliseconds(20)

    private let maximum: Int
    /// How many the server took when it was full; `nil` while it never was.
    private var limit: Int?
    /// How many more are tried next; doubles with each success.
    private var step = 1
    private var nextTry = Duration.zero

    /// - Parameter maximum: never more than that.
    init(maximum: Int) { self.maximum = maximum }

    /// When there may be more room though nothing was answered.
    var nextChange: Duration? { limit == nil ? nil : nextTry }

    /// How many more requests are worth trying beside those under way.
    func room(beside count: Int, at now: Duration) -> Int {
        guard let limit else { return max(0, maximum - count) }
        return max(0, min(maximum, limit + (now >= nextTry ? step : 0)) - count)
    }

    /// The server took so many and no more.
    mutating func isFull(at count: Int, now: Duration) {
        // One at least: nothing would ever be tried with none.
        limit = max(1, count)
        step = 1
        nextTry = now + Self.pause
    }

    /// The server took all that it was given.
    mutating func carries(_ count: Int) {
        guard let limit, count > limit else { return }
        guard count < maximum else {
            self.limit = nil
            return
        }
        self.limit = count
        step *= 2
    }
}
