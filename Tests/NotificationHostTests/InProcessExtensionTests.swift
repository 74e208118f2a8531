// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushTesting
import Testing
import UserNotifications

@Suite("An extension in the host's own process")
struct InProcessExtensionTests {
    /// Content with that title.
    private static func content(_ title: String) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title
        return content
    }

    private func deliver(
        budget: Duration = .seconds(60),
        grace: Duration = .seconds(60),
        didReceive: @escaping (@escaping (UNNotificationContent) -> Void) -> Void,
        willExpire: @escaping () -> Void = {}
    ) -> ShownNotification {
        // One push, so one extension: nothing else calls them.
        let closures = Handover((didReceive, willExpire))
        let host = PushHost(
            InProcessExtension(budget: budget, grace: grace) { Closures(closures.value.0, closures.value.1) }
        )
        return host.deliver(Fixture.push())
    }

    @Test("the first answer is shown, and later ones have no effect")
    func first() {
        let shown = deliver(didReceive: { handler in
            handler(Self.content("first"))
            handler(Self.content("second"))
        })
        #expect(shown.origin == .extension)
        #expect(shown.content?.title == "first")
    }

    @Test("the answer is a snapshot: what is changed afterwards is not shown")
    func snapshot() {
        let content = Self.content("before")
        let changed = DispatchSemaphore(value: 0)
        let shown = deliver(didReceive: { handler in
            handler(content)
            content.title = "after"
            changed.signal()
        })
        changed.wait()
        #expect(shown.content?.title == "before")
    }

    @Test("one that hangs is told that its time is up, on another thread, and may still answer")
    func expiry() throws {
        let kept = Handler()
        let shown = deliver(
            budget: .milliseconds(50),
            didReceive: { handler in
                kept.keep(handler)
                kept.released.wait()
            },
            willExpire: { kept.answer(Self.content("in the last moment")) }
        )
        kept.released.signal()
        #expect(shown.origin == .extensionAtExpiry)
        #expect(shown.content?.title == "in the last moment")
    }

    @Test("one that never answers costs its push alone: the original is shown")
    func never() {
        let kept = Handler()
        let shown = deliver(
            budget: .milliseconds(50),
            grace: .milliseconds(50),
            didReceive: { kept.keep($0) },
            willExpire: { kept.released.wait() }
        )
        #expect(shown.origin == .originalAfterFailure(.timedOut))
        #expect(shown.content?.body == "original")
        // Too late.
        kept.answer(Self.content("too late"))
        kept.released.signal()
    }

    @Test("the library's own extension opens a sealed push")
    func sealed() throws {
        let store = InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey)
        let sealed = try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        let host = PushHost(InProcessExtension { Sealed(store) })
        let shown = host.deliver(RemotePush(payload: sealed.json, identifier: "push"))
        #expect(shown.origin == .extension)
        #expect(shown.content?.title == "Door")
    }
}

/// An extension made of two closures.
private final class Closures: UNNotificationServiceExtension {
    private let receive: (@escaping (UNNotificationContent) -> Void) -> Void
    private let expire: () -> Void

    init(_ receive: @escaping (@escaping (UNNotificationContent) -> Void) -> Void, _ expire: @escaping () -> Void) {
        self.receive = receive
        self.expire = expire
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        receive(contentHandler)
    }

    override func serviceExtensionTimeWillExpire() { expire() }
}

/// A handler that one thread keeps and another calls.
private final class Handler: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `handler` is reached under the lock alone.
    private var handler: ((UNNotificationContent) -> Void)?
    private let lock = NSLock()
    let released = DispatchSemaphore(value: 0)

    func keep(_ handler: @escaping (UNNotificationContent) -> Void) { lock.withLock { self.handler = handler } }

    func answer(_ content: UNNotificationContent) { lock.withLock { handler }?(content) }
}

/// The extension of an app that uses the library.
private final class Sealed: SealedNotificationService {
    private let store: InMemoryKeyStore

    init(_ store: InMemoryKeyStore) {
        self.store = store
        super.init()
    }

    override func makeReceiver() throws -> Receiver { Receiver(keys: store, seen: nil) }
}
