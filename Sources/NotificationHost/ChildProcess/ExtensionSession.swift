// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// A child, and the pushes that it is given one after another: start, request, perhaps expiry, answer.
///
/// Unchecked because it changes: whoever has it, has it alone.
final class ExtensionSession: @unchecked Sendable {
    /// What one push may take.
    struct Limits: Sendable {
        let budget: Duration
        let grace: Duration
        let memory: Int
    }

    /// What comes next from a child.
    private enum Event {
        case frame(Frame)
        case nothingInTime
        case failure(ExtensionFailure)
    }

    /// How often memory is looked at.
    private static let samplingInterval = Duration.milliseconds(10)
    /// How long a child may take until it is ready; a program that is no extension never is.
    private static let startLimit = Duration.seconds(10)
    /// How long one that was ready before may take; where it is too short, it costs a start and no push.
    private static let startAgainLimit = Duration.seconds(1)
    /// Microseconds between two looks whether the thread that answered has ended, which takes it some dozens.
    private static let settlingInterval: UInt32 = 100

    private let child: ExtensionChild
    /// Of a frame that has not come whole yet.
    private var received: [UInt8] = []
    /// Of the child when it was new.
    private var memory = 0
    private var threads = 0
    /// Bytes of resident memory when the push came.
    private var baseline = 0
    /// How many pushes it was given.
    private(set) var pushCount = 0

    init?(executable: String, arguments: [String]) {
        guard let child = ExtensionChild(executable: executable, arguments: arguments) else { return nil }
        self.child = child
    }

    // MARK: The start

    /// Waits until a new child is ready for its first push.
    func start() -> ExtensionFailure? {
        if let failure = awaitReady(within: Self.startLimit) { return failure }
        memory = baseline
        threads = child.threadCount ?? 0
        return nil
    }

    /// Makes a child ready for one more push; `false` where it must not have it, which then costs no push.
    ///
    /// - Parameter settling: How long the thread that answered gets to end.
    func startAgain(settling: Duration) -> Bool {
        let end = ContinuousClock.now + settling
        while !isQuiet {
            // One that was killed does not get quiet.
            guard isSilent, ContinuousClock.now < end else { return false }
            usleep(Self.settlingInterval)
        }
        let again = Frame(kind: .again, content: [])
        return isSilent && send(again, until: .now + Self.startAgainLimit) == nil
            && awaitReady(within: Self.startAgainLimit) == nil
    }

    private func awaitReady(within time: Duration) -> ExtensionFailure? {
        switch nextFrame(until: .now + time, memory: nil) {
        case .frame(let frame) where frame.kind == .ready:
            guard let memory = child.residentMemory else { return .ended }
            baseline = memory
            return nil
        case .frame: return .wroteRubbish
        case .nothingInTime: return .notStarted
        case .failure(let failure): return failure
        }
    }

    // MARK: Between pushes

    /// Whether it is still there, and has written nothing unasked.
    var isSilent: Bool { received.isEmpty && !child.socket.wait(for: POLLIN, until: .now) }

    /// Whether nothing of an earlier push runs any longer: it could crash in the next, or fill its memory.
    var isQuiet: Bool { child.threadCount.map { $0 <= threads } ?? false }

    /// Bytes of resident memory beyond those it had when it was new.
    var growth: Int { child.residentMemory.map { $0 - memory } ?? .max }

    // MARK: A push

    /// Gives it a push, and waits for the answer or the end of its time.
    func run(_ request: Frame, _ limits: Limits) -> ExtensionAnswer {
        pushCount += 1
        let deadline = ContinuousClock.now + limits.budget
        if let failure = send(request, until: deadline) { return .failure(failure) }
        if let answer = awaitAnswer(until: deadline, limits, afterExpiry: false) { return answer }
        let end = ContinuousClock.now + limits.grace
        if let failure = send(Frame(kind: .expire, content: []), until: end) { return .failure(failure) }
        return awaitAnswer(until: end, limits, afterExpiry: true) ?? .failure(.timedOut)
    }

    /// `nil` where there is none in time.
    private func awaitAnswer(
        until deadline: ContinuousClock.Instant,
        _ limits: Limits,
        afterExpiry: Bool
    ) -> ExtensionAnswer? {
        switch nextFrame(until: deadline, memory: limits.memory) {
        case .nothingInTime: return nil
        case .failure(let failure): return .failure(failure)
        case .frame(let frame):
            guard frame.kind == .answer, let content = MessageCoder.content(frame.content) else {
                return .failure(.wroteRubbish)
            }
            return .content(content, afterExpiry: afterExpiry)
        }
    }

    // MARK: Frames

    /// - Parameter memory: Bytes above what it had when the push came, where it has one.
    private func nextFrame(until deadline: ContinuousClock.Instant, memory: Int?) -> Event {
        while true {
            switch Frame.read(received) {
            case .incomplete: break
            case .rubbish: return .failure(.wroteRubbish)
            case .complete(let frame):
                received.removeFirst(Frame.headerLength + frame.content.count)
                return .frame(frame)
            }
            if let memory, let resident = child.residentMemory, resident - baseline > memory {
                return .failure(.tookTooMuchMemory)
            }
            let now = ContinuousClock.now
            guard now < deadline else { return .nothingInTime }
            // The deadline, or the next look at the memory.
            guard child.socket.wait(for: POLLIN, until: min(deadline, now + Self.samplingInterval)),
                let bytes = child.socket.receive()
            else { continue }
            guard !bytes.isEmpty else { return .failure(.ended) }
            received += bytes
        }
    }

    private func send(_ frame: Frame, until deadline: ContinuousClock.Instant) -> ExtensionFailure? {
        if child.socket.send(frame, until: deadline) { return nil }
        return ContinuousClock.now < deadline ? .ended : .timedOut
    }
}
