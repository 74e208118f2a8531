// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT
internal import SealedPushStore

/// The device to be, and where its pushes come.
struct ListenTarget: Sendable {
    let device: String
    let broker: MQTTBroker
    let topic: MQTTTopic
    /// Whether the device has just got its address, so that nobody knows it yet.
    let isNew: Bool

    /// Finds the device in a store, and its address in its last card; gives it one where it has none.
    init(in store: SQLiteKeyStore, device name: String?, broker url: String?) throws(CommandError) {
        let keys = try Self.device(in: store, name: name)
        device = keys.name
        var given: MQTTBroker?
        if let url { given = try Self.broker(url) }
        if let address = keys.lastCard?.address?.mqtt {
            if let given { broker = given } else { broker = try Self.broker(address.url) }
            topic = try Self.topic(address.topic)
            isNew = false
            return
        }
        guard let given else {
            throw CommandError(
                .inputMissing,
                "the card of '\(PrintableText.excerpt(keys.name))' names no broker: add --broker mqtts://HOST"
            )
        }
        broker = given
        topic = .random()
        isNew = true
        try keep(in: store, beside: keys.lastCard?.address)
    }

    private static func broker(_ url: String) throws(CommandError) -> MQTTBroker {
        do throws(MQTTError) {
            return try MQTTBroker(url: url)
        } catch {
            throw CommandError(error)
        }
    }

    private static func topic(_ name: String) throws(CommandError) -> MQTTTopic {
        do throws(MQTTError) {
            return try MQTTTopic(name)
        } catch {
            throw CommandError(error)
        }
    }

    private static func device(in store: SQLiteKeyStore, name: String?) throws(CommandError) -> OwnKeys {
        let devices: [OwnKeys]
        do throws(StoreError) {
            let all = try store.exists() ? store.ownKeys() : []
            devices = all.filter { $0.kind == .device && $0.revokedAt == nil }
        } catch {
            throw CommandError(error)
        }
        if let name {
            if let found = devices.first(where: { $0.name == name }) { return found }
            let shown = PrintableText.excerpt(name)
            throw CommandError(
                .inputMissing,
                "no device '\(shown)' in the key store: make it with 'sealedpush key new device \(shown)'"
            )
        }
        guard let first = devices.first else {
            throw CommandError(
                .inputMissing,
                "no device in the key store \(PrintableText.escape(store.path)): make one with 'sealedpush key new device NAME'"
            )
        }
        guard devices.count == 1 else {
            throw CommandError(.usage, "which of the \(devices.count) devices? add --as DEVICE ('sealedpush key list')")
        }
        return first
    }

    /// The device's next card has the address.
    private func keep(in store: SQLiteKeyStore, beside others: PushAddress?) throws(CommandError) {
        var address = others ?? PushAddress()
        address.mqtt = PushAddress.MQTT(url: broker.description, topic: topic.name)
        guard address.mqtt != nil else {
            throw CommandError(.badData, "the address of the broker is too long for a card, 255 characters at most")
        }
        do throws(StoreError) {
            _ = try store.card(of: device, displayName: nil, address: address)
        } catch {
            throw CommandError(error)
        }
    }
}
