// SPDX-License-Identifier: Apache-2.0

/// Tells changes of state: what fails the same way again and again is said once.
final class StateTeller: @unchecked Sendable {
    // Unchecked because it is made by the caller and then used by the client's thread alone.
    private let onState: (@Sendable (MQTTState) -> Void)?
    private var last: MQTTState?

    init(_ onState: (@Sendable (MQTTState) -> Void)?) { self.onState = onState }

    func tell(_ state: MQTTState) {
        guard state != last else { return }
        last = state
        onState?(state)
    }
}
