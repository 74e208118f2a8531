// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushTesting
import UserNotifications

@testable import SealedPushExtension

/// A device with a key, a signer it trusts, and lists that tell what was written to them.
struct Device: Sendable {
    let store = InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey)
    let seen = SpySeenIDs()
    let log = InMemoryFailureLog()
    var policy = ReceiverPolicy()

    var receiver: Receiver { Receiver(keys: store, seen: seen, failures: log, policy: policy) }

    /// How often each reason was counted.
    var failures: [String: Int] {
        Dictionary(uniqueKeysWithValues: log.failures().map { ($0.reason.rawValue, $0.count) })
    }

    /// What a service of this device does unless a test says otherwise.
    var hooks: HookedService.Hooks { HookedService.Hooks { receiver } }

    /// An extension of this device as a user's test would drive it.
    func harness(_ adjust: @escaping (inout HookedService.Hooks) -> Void = { _ in }) -> ExtensionHarness {
        ExtensionHarness(receiver) {
            var hooks = hooks
            adjust(&hooks)
            return HookedService(hooks)
        }
    }
}
