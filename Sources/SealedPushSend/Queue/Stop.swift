// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SealedPushCore

/// The end that somebody asks for: something that a reader can wait for, and a time that is left from then on.
final class Stop: Sendable {
    /// How long after it what was taken may still be tried.
    ///
    /// Service managers kill what has not ended after a while: systemd after 90 seconds, Kubernetes after 30. Nearly every
    /// push is answered within one second.
    static let grace = Duration.seconds(20)

    /// Readable for good from the moment that it has come.
    let descriptor: Int32
    private let writer: Int32
    private let grace: Duration
    private let state = Lock(State())

    private struct State: Sendable {
        var hasCome = false
        var isOverdue = false
        var whenCome: [@Sendable () -> Void] = []
        var whenOverdue: (@Sendable () -> Void)?
    }

    /// - Parameter grace: How long after it what was taken may still be tried.
    init?(grace: Duration = Stop.grace) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (descriptor, writer) = (ends[0], ends[1])
        self.grace = grace
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// Brings it about; once.
    func come() {
        let whenCome = state.withLock { state -> [@Sendable () -> Void]? in
            guard !state.hasCome else { return nil }
            state.hasCome = true
            return state.whenCome
        }
        guard let whenCome else { return }
        _ = unsafe write(writer, "x", 1)
        for body in whenCome { body() }
        let (seconds, attoseconds) = grace.components
        let milliseconds = Int(clamping: seconds) * 1000 + Int(clamping: attoseconds / 1_000_000_000_000_000)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            state.withLock { state -> (@Sendable () -> Void)? in
                state.isOverdue = true
                return state.whenOverdue
            }?()
        }
    }

    /// Whether it has come.
    var hasCome: Bool { state.withLock { $0.hasCome } }

    /// Adds to what happens when it comes; at once where it has.
    func whenCome(_ body: @escaping @Sendable () -> Void) {
        let hasCome = state.withLock { state in
            if !state.hasCome { state.whenCome.append(body) }
            return state.hasCome
        }
        if hasCome { body() }
    }

    /// Sets what happens when the time after it is over.
    func whenOverdue(_ body: @escaping @Sendable () -> Void) {
        let isOverdue = state.withLock { state in
            state.whenOverdue = body
            return state.isOverdue
        }
        if isOverdue { body() }
    }
}
