// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import UserNotifications

/// One push in one child: start, request, perhaps expiry, answer.
struct ExtensionSession: ~Copyable {
    private enum Stage {
        case starting
        case working
        case expiring
    }

    /// How often memory is looked at.
    private static let samplingInterval = Duration.milliseconds(10)
    /// How long a child may take until it is ready; a program that is no extension never is.
    private static let startLimit = Duration.seconds(10)

    private let child: ExtensionChild
    private let budget: Duration
    private let grace: Duration
    private let memory: Int

    init(child: consuming ExtensionChild, budget: Duration, grace: Duration, memory: Int) {
        self.child = child
        self.budget = budget
        self.grace = grace
        self.memory = memory
    }

    consuming func run(_ request: Frame) -> ExtensionAnswer {
        var stage = Stage.starting
        var baseline: Int?
        var deadline = ContinuousClock.now + Self.startLimit
        var received: [UInt8] = []
        while true {
            if let baseline, let resident = child.residentMemory, resident - baseline > memory {
                return .failure(.tookTooMuchMemory)
            }
            let now = ContinuousClock.now
            if now >= deadline {
                guard stage == .working else { return .failure(stage == .starting ? .notStarted : .timedOut) }
                stage = .expiring
                deadline = now + grace
                if let failure = send(Frame(kind: .expire, content: []), until: deadline) { return .failure(failure) }
            }
            // The deadline, or the next look at the memory.
            guard child.socket.wait(for: POLLIN, until: min(deadline, now + Self.samplingInterval)) else { continue }
            guard let bytes = child.socket.receive() else { continue }
            guard !bytes.isEmpty else { return .failure(.ended) }
            received += bytes
            switch Frame.read(received) {
            case .incomplete: continue
            case .rubbish: return .failure(.wroteRubbish)
            case .complete(let frame):
                received.removeFirst(Frame.headerLength + frame.content.count)
                if frame.kind == .ready, stage == .starting {
                    baseline = child.residentMemory
                    stage = .working
                    deadline = ContinuousClock.now + budget
                    if let failure = send(request, until: deadline) { return .failure(failure) }
                } else if frame.kind == .answer, stage != .starting, let content = MessageCoder.content(frame.content) {
                    return .content(content, afterExpiry: stage == .expiring)
                } else {
                    return .failure(.wroteRubbish)
                }
            }
        }
    }

    private func send(_ frame: Frame, until deadline: ContinuousClock.Instant) -> ExtensionFailure? {
        if child.socket.send(frame, until: deadline) { return nil }
        return ContinuousClock.now < deadline ? .ended : .timedOut
    }
}
