// SPDX-License-Identifier: Apache-2.0

/// A count on the terminal, for work that takes more than a second; nothing anywhere else, nor where the results go there
/// themselves.
package struct Progress: Sendable {
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(200)
    /// What times are counted from: an instant of the clock itself has a layout that only the runtime knows, and makes
    /// code for whatever holds it several times as long.
    private static let origin = ContinuousClock.now

    private let verb: String
    private let start: Duration
    private var last: Duration?

    /// - Parameter verb: what was done with those that are counted.
    package init(_ verb: String) {
        self.verb = verb
        start = Self.elapsed
    }

    private static var elapsed: Duration { ContinuousClock.now - origin }

    package mutating func show(_ count: Int, in context: CommandContext) {
        let now = Self.elapsed
        guard context.errorIsTerminal, !context.outputIsTerminal, !context.isQuiet, now - start > Self.patience else {
            return
        }
        if let last, now - last < Self.interval { return }
        last = now
        context.sayPlain("\r\(count) \(verb)")
    }

    /// Leaves the line as it was found.
    package func clear(in context: CommandContext) {
        if last != nil { context.sayPlain("\r\u{1b}[K") }
    }
}
