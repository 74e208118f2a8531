// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushOutbox

/// Where a subscriber and its thread meet.
final class SubscriberLine: Sendable {
    private struct State: Sendable {
        var life = ClientLife()
        var oversizedCount = 0
    }

    let waker: Waker
    private let state = Lock(State())

    init() throws(MQTTError) { waker = try Waker(orThrow: MQTTError.system) }

    var phase: ClientLife.Phase { state.withLock { $0.life.phase } }
    var oversizedCount: Int { state.withLock { $0.oversizedCount } }

    func countOversized() { state.withLock { $0.oversizedCount += 1 } }

    func close(abandoning: Bool) {
        state.withLock { $0.life.close(abandoning: abandoning) }
        waker.wake()
    }

    /// The thread's last word.
    func end() {
        for ending in state.withLock({ $0.life.end() }) { ending() }
    }

    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        if state.withLock({ $0.life.hasEnded(orCalls: body) }) { body() }
    }
}
