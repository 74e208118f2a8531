// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

/// An app's extension and its test, as a user writes them: with public API alone.
private final class NotificationService: SealedNotificationService {
    override func makeReceiver() throws -> Receiver {
        throw KeyStoreError(.unavailable, "the harness gives the receiver")
    }

    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        content.threadIdentifier = notification.signer == nil ? "anyone" : "signed"
        return content
    }
}

@Suite("The harness for users' tests")
struct ExtensionHarnessTests {
    private let store = InMemoryKeyStore(.mock1, .mock2, trusting: SigningKey.Secret.mock1.publicKey)

    private func harness(_ policy: ReceiverPolicy = ReceiverPolicy()) -> ExtensionHarness {
        ExtensionHarness(store, policy: policy) { NotificationService() }
    }

    @Test("gives the extension the store's keys and shows what it answers", arguments: [1, 2])
    func opens(number: Int) throws {
        let key = number == 1 ? DeviceKey.Secret.mock1 : .mock2
        let sealed = try Sealer(signingWith: .mock1).seal(PushPayload(title: "Door"), to: Recipient(key.publicKey))
        let shown = harness().deliver(sealed.json)
        #expect(shown.content.title == "Door")
        #expect(shown.content.threadIdentifier == "signed")
        #expect(shown.handlerCalls == 1)
        #expect(shown.reason == nil)
    }

    @Test("says why a push was not opened")
    func reasons() throws {
        let stranger = try Sealer(signingWith: .mock2)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        #expect(harness().deliver(stranger.json).reason == .untrustedSender)
        let other = try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock3.publicKey))
        #expect(harness().deliver(other.json).reason == .unknownKey)
        #expect(harness().deliver([]).reason == .notSealed)
    }

    @Test("is one device, which remembers; another harness is another device")
    func remembers() throws {
        let sealed = try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        let device = harness()
        #expect(device.deliver(sealed.json).reason == nil)
        #expect(device.deliver(sealed.json).reason == .duplicate)
        #expect(harness().deliver(sealed.json).reason == nil)
    }

    @Test("follows the policy it is given")
    func policy() throws {
        let sealed = try Sealer.anonymous()
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        #expect(harness().deliver(sealed.json).reason == .untrustedSender)
        var policy = ReceiverPolicy()
        policy.signature = .notRequired
        #expect(harness(policy).deliver(sealed.json).content.threadIdentifier == "anyone")
    }

    @Test("leaves an extension outside of it with its own receiver")
    func outside() throws {
        let sealed = try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        #expect(harness().deliver(sealed.json).content.title == "Door")
        let answers = Answers()
        NotificationService().didReceive(Push.request(sealed)) { answers.add($0) }
        #expect(try #require(answers.wait()).body == "New notification")
    }

    @Test("calls the time when the budget is over, with none at once")
    func budget() {
        let shown = harness().deliver(#"{"aps":{"alert":{"title":"T"}}}"#.utf8, budget: .zero)
        #expect(shown.handlerCalls == 1)
        #expect(shown.content.body == "New notification")
    }
}
