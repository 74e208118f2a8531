// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore
internal import SealedPushExtension
internal import UserNotifications

/// The device of the demo: its keys, whom it trusts, what it has shown.
struct Phone: Sendable {
    let identity: Identity.Secret
    let key: DeviceKey.Secret
    let receiver: Receiver
    /// Why the last push was not opened.
    let lastReason = Lock<OpenFailure.Reason?>(nil)

    init(trusting signer: SigningKey.Public) throws {
        identity = try Identity.Secret()
        key = try DeviceKey.Secret()
        receiver = Receiver(
            keys: InMemoryKeyStore(keys: [OpeningKey(key)], trusting: [TrustedSigner(signer, name: "door")]),
            seen: InMemorySeenIDs()
        )
    }

    /// Takes a push as the system would, with the extension in this process.
    func take(_ json: [UInt8], behaviour: String? = nil, budget: Duration = ExtensionLimits.budget) -> ShownNotification
    {
        lastReason.withLock { $0 = nil }
        let host = PushHost(
            InProcessExtension(budget: budget) { PhoneExtension(phone: self, behaviour: behaviour) }
        )
        return host.deliver(RemotePush(payload: json, identifier: "demo"))
    }
}
