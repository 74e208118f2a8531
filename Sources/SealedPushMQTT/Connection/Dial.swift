// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

/// An attempt to connect, on a thread of its own: looking up a name and connecting block for as long as the system likes,
/// and whoever has no time for that turns away.
final class Dial: Sendable {
    private enum State {
        case underWay
        case done(Result<Link, MQTTError>)
        /// Nobody wants it any more.
        case abandoned
        case over
    }

    private let state = Lock(State.underWay)

    static func start(_ configuration: MQTTConfiguration, _ settings: LinkSettings, waker: Waker) throws(MQTTError)
        -> Dial
    {
        let dial = Dial()
        try ClientThread.start(named: "sealedpush-dial", orThrow: MQTTError.system) {
            let result: Result<Link, MQTTError>
            do throws(MQTTError) {
                let link = try Link(configuration, settings)
                try link.connect()
                result = .success(link)
            } catch {
                result = .failure(error)
            }
            dial.finish(result)
            waker.wake()
        }
        return dial
    }

    /// What came of it, once.
    func take() -> Result<Link, MQTTError>? {
        state.withLock { state in
            guard case .done(let result) = state else { return nil }
            state = .over
            return result
        }
    }

    /// A connection that comes about all the same is closed at once.
    func abandon() {
        state.withLock { state in
            if case .underWay = state { state = .abandoned } else { state = .over }
        }
    }

    /// Whether its thread has ended.
    var isOver: Bool {
        state.withLock { state in
            switch state {
            case .underWay, .abandoned: false
            case .done, .over: true
            }
        }
    }

    private func finish(_ result: Result<Link, MQTTError>) {
        state.withLock { state in
            if case .underWay = state { state = .done(result) } else { state = .over }
        }
    }
}
