// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import SealedPushCore

/// Shows notifications as lines of text, and takes what the user types about them: `3 open`, `3 1`, `3 reply some text`,
/// `3 dismiss`.
///
/// All text is spelled out where it could move the cursor, colour the screen or turn the direction of writing. Where the
/// other end of the output is gone, everything is answered `notNow`, and nothing is written any longer.
public final class TerminalPresenter: NotificationPresenter {
    /// What it can do: text, and what its output and input allow.
    public let abilities: PresenterAbilities
    private let output: DescriptorCopy
    private let input: DescriptorCopy?
    private let style: TerminalStyle
    private let commands = CommandQueue<TerminalCommand>()
    private let isStopped = Lock(false)
    private let hasStarted = Lock(false)

    /// A presenter for descriptors that stay the caller's: it works on copies of its own.
    ///
    /// - Parameters:
    ///   - output: Where lines are written; a bell rings and a title is bold where that is a terminal.
    ///   - input: Where lines are read; `nil` to read none, and to offer no actions. Standard input by default, if that is a
    ///     terminal.
    ///   - environment: `NO_COLOR` and `TERM=dumb` there forbid bold titles.
    ///   - timeZone: For the time of day.
    public convenience init(
        output: Int32 = STDERR_FILENO,
        input: Int32? = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        timeZone: TimeZone = .current
    ) {
        self.init(
            output: output,
            input: input,
            isTerminal: isatty(output) == 1,
            environment: environment,
            timeZone: timeZone
        )
    }

    package init(
        output: Int32,
        input: Int32?,
        isTerminal: Bool,
        environment: [String: String],
        timeZone: TimeZone
    ) {
        self.output = DescriptorCopy(of: output)
        self.input = input.map(DescriptorCopy.init)
        style = TerminalStyle(isTerminal: isTerminal, environment: environment, timeZone: timeZone)
        var abilities: PresenterAbilities = .alert
        if isTerminal { abilities.insert(.sound) }
        if input != nil { abilities.formUnion([.actions, .textInput]) }
        self.abilities = abilities
    }

    deinit { stop() }

    /// Begins, on a thread of its own, which also makes all calls; what an earlier process wrote cannot be answered.
    public func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {
        let isFirst = hasStarted.withLock { hasStarted in
            defer { hasStarted = true }
            return !hasStarted
        }
        guard isFirst else { return }
        let thread = Thread { [output, input, style, commands, isStopped] in
            var session = TerminalSession(
                output: output,
                input: input,
                style: style,
                isStopped: isStopped,
                events: events
            )
            session.run(commands)
        }
        thread.name = "terminal"
        thread.start()
    }

    /// Writes a notification; it is shown when its last byte is written.
    public func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        commands.send(.present(presentation, completion))
    }

    /// Says of those that were written, and not answered yet, that they are gone.
    public func withdraw(_ notifications: [PresentedReference]) {
        commands.send(.withdraw(notifications.map(\.identifier)))
    }

    /// Does nothing: a terminal has no badge.
    public func showBadge(_ count: Int) {}

    /// Ends the thread; a call that it is making at this moment is made to its end.
    public func stop() {
        isStopped.withLock { $0 = true }
        commands.send(.stop)
    }
}
