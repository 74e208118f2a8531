// SPDX-License-Identifier: Apache-2.0

/// A count on the terminal, for work that takes more than a second; nothing anywhere else, nor where the results go there
/// themselves.
struct Progress {
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(200)

    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    mutating func show(_ count: Int, in context: CommandContext) {
        let now = ContinuousClock.now
        guard context.errorIsTerminal, !context.outputIsTerminal, !context.isQuiet, now - start > Self.patience else {
            return
        }
        if let last, now - last < Self.interval { return }
        last = now
        context.sayPlain("\r\(count) sealed")
    }

    /// Leaves the line as it was found.
    func clear(in context: CommandContext) {
        if last != nil { context.sayPlain("\r\u{1b}[K") }
    }
}
