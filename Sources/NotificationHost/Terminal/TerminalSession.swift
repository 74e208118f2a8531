// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// What a terminal presenter's thread does; everything in it is that thread's alone.
struct TerminalSession {
    private struct Writing {
        var bytes: ArraySlice<UInt8>
        let completion: (@Sendable (PresentationOutcome) -> Void)?
    }

    /// Notifications that wait for a terminal that takes nothing at the moment; more than anybody reads.
    private static let mostWaiting = 1000
    /// Bytes written at once: what a pipe takes without making anyone wait, once it takes anything.
    private static let longestWrite = Int(PIPE_BUF)

    private let output: DescriptorCopy
    private var input: DescriptorCopy?
    private let style: TerminalStyle
    private let isStopped: Lock<Bool>
    private let events: @Sendable (PresenterEvent) -> Void
    private var board = TerminalBoard()
    private var lines = TerminalLines()
    private var writings: [Writing] = []
    private var isBroken: Bool
    private var hasRefused = false
    private let isAnswerable: Bool

    init(
        output: DescriptorCopy,
        input: DescriptorCopy?,
        style: TerminalStyle,
        isStopped: Lock<Bool>,
        events: @escaping @Sendable (PresenterEvent) -> Void
    ) {
        self.output = output
        self.input = input
        self.style = style
        self.isStopped = isStopped
        self.events = events
        isAnswerable = input != nil
        isBroken = output.number < 0
    }

    /// Works until it is told to stop.
    mutating func run(_ commands: CommandQueue<TerminalCommand>) {
        blockBrokenPipeSignal()
        while true {
            for command in commands.take() {
                switch command {
                case .present(let presentation, let completion): present(presentation, completion)
                case .withdraw(let identifiers): withdraw(identifiers)
                case .stop: return
                }
            }
            let ready = commands.wait(
                for: [(writings.isEmpty ? -1 : output.number, POLLOUT), (input?.number ?? -1, POLLIN)],
                atMost: nil
            )
            // What is typed after the end is for whoever reads next.
            guard !hasEnded else { return }
            // Errors and hang-ups too: writing and reading say what it is.
            if ready[0] != 0 { write() }
            if ready[1] != 0 { read() }
        }
    }

    /// A pipe whose reader is gone is an error of this thread's writes then, and no end of the process.
    private func blockBrokenPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    // MARK: Commands

    private mutating func present(
        _ presentation: Presentation,
        _ completion: @escaping @Sendable (PresentationOutcome) -> Void
    ) {
        guard !isBroken, writings.count < Self.mostWaiting else {
            hasRefused = true
            answer(completion, .notNow)
            return
        }
        let number = isAnswerable ? board.add(presentation) : nil
        add(style.text(presentation, number: number), completion)
    }

    private mutating func withdraw(_ identifiers: [String]) {
        for identifier in identifiers {
            guard let number = board.remove(identifier) else { continue }
            add(style.remark("[\(number)] is withdrawn"))
        }
    }

    // MARK: Output

    private mutating func add(_ text: String, _ completion: (@Sendable (PresentationOutcome) -> Void)? = nil) {
        guard !isBroken, completion != nil || writings.count < Self.mostWaiting else { return }
        writings.append(Writing(bytes: [UInt8](text.utf8)[...], completion: completion))
    }

    private mutating func write() {
        guard let first = writings.first else { return }
        let part = [UInt8](first.bytes.prefix(Self.longestWrite))
        let count = unsafe Foundation.write(output.number, part, part.count)
        guard count >= 0 else {
            if errno != EINTR, errno != EAGAIN { breakOff() }
            return
        }
        writings[0].bytes.removeFirst(count)
        guard writings[0].bytes.isEmpty else { return }
        writings.removeFirst()
        if let completion = first.completion { answer(completion, .shown(reference: nil)) }
        guard writings.isEmpty, hasRefused else { return }
        hasRefused = false
        emit(.ready)
    }

    /// Nobody reads what is written, and nobody will.
    private mutating func breakOff() {
        isBroken = true
        let unwritten = writings.compactMap(\.completion)
        writings = []
        for completion in unwritten { answer(completion, .notNow) }
    }

    private func answer(_ completion: @Sendable (PresentationOutcome) -> Void, _ outcome: PresentationOutcome) {
        if !hasEnded { completion(outcome) }
    }

    // MARK: Input

    private mutating func read() {
        guard let input else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Foundation.read(input.number, &bytes, bytes.count)
        guard count > 0 else {
            // The end, or a descriptor that cannot be read; what was written stays.
            if count == 0 || (errno != EINTR && errno != EAGAIN) { self.input = nil }
            return
        }
        for line in lines.add(bytes[..<count]) {
            let (event, remark) = board.answer(TerminalLine(line))
            if let remark { add(style.remark(remark)) }
            if let event { emit(event) }
        }
    }

    private func emit(_ event: PresenterEvent) {
        if !hasEnded { events(event) }
    }

    private var hasEnded: Bool { isStopped.withLock { $0 } }
}
