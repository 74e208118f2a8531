// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
public import UserNotifications

/// A notification service extension that opens sealed pushes: make a subclass, say where its keys are.
///
/// Whatever happens, each push is answered exactly once, in time, with text that anyone may see: what was sealed where it
/// opens, the placeholder where it does not. It makes and changes no key.
open class SealedNotificationService: UNNotificationServiceExtension {
    private let slots = Lock<[ResponseSlot]>([])

    /// The keys, and what the receiver insists on; called for each push, on that push's own thread.
    ///
    /// Whatever it throws is `storeUnavailable`, but for a `KeyStoreError` that says `locked`.
    open func makeReceiver() throws -> Receiver {
        throw KeyStoreError(.unavailable, "the extension does not say where its keys are: override makeReceiver()")
    }

    /// What is shown of a push that cannot be opened, or not in time; called on the caller's thread, so no input or output.
    open var placeholder: Placeholder { .standard }

    /// Changes what is shown of a push that was opened; called on that push's own thread, never after its time is up.
    ///
    /// - Parameters:
    ///   - notification: What was opened, and from whom.
    ///   - content: A copy for the hook, made of the sealed payload alone.
    /// - Returns: What is shown; where it has no visible text, the placeholder's is put in.
    open func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        content
    }

    /// Changes what is shown of a push that was not opened; called on that push's own thread, never after its time is up.
    ///
    /// - Parameters:
    ///   - failure: Why.
    ///   - content: A copy for the hook: the placeholder, or the push itself where policy shows unsealed ones.
    /// - Returns: What is shown; where it has no visible text, the placeholder's is put in.
    open func didFail(_ failure: OpenFailure, content: UNMutableNotificationContent) -> UNNotificationContent {
        content
    }

    // MARK: Media

    /// Names a file on a server to be attached to a push that was opened; none unless a subclass says so.
    ///
    /// Called on the push's own thread after `didOpen`, when the text is settled: it is shown without the file where that does
    /// not come in time, is not what it should be, or too large. Not called where the user wants no content on the screen.
    /// - Parameters:
    ///   - notification: What was opened, and from whom.
    ///   - content: What will be shown; its `userInfo` is the sealed payload, as in
    ///     `MediaRequest(userInfo: content.userInfo, urlKey: "mediaUrl", digestKey: "mediaDigest")`.
    open func media(for notification: OpenedNotification, content: UNNotificationContent) -> MediaRequest? { nil }

    /// What loads media; called on the push's own thread.
    open var mediaLoader: any MediaLoading {
        #if os(Linux)
        CurlMediaLoader()
        #else
        URLSessionMediaLoader()
        #endif
    }

    /// Learns why a push is about to be shown without its media; called on that push's own thread, never after its time is up.
    open func didNotLoad(_ error: MediaError, for notification: OpenedNotification) {}

    // MARK: The system's calls

    /// Takes a push from the system; nothing heavy happens on the caller's thread.
    public final override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let override = ExtensionOverride.current
        let composer = ContentComposer(placeholder: placeholder, lockedNotice: override?.lockedNotice ?? .shared)
        let slot = ResponseSlot(best: Outcome(composer.placeholderContent()), handler: contentHandler)
        slots.withLock { slots in
            slots.removeAll { !$0.isOpen }
            slots.append(slot)
        }
        let job = PushJob(
            service: self,
            slot: slot,
            composer: composer,
            request: request,
            override: override
        )
        let handover = Handover(value: job)
        Thread.detachNewThread { handover.value.run() }
    }

    /// Answers every push that is not answered yet with the best there is; the system names none.
    public final override func serviceExtensionTimeWillExpire() {
        let open = slots.withLock { slots in
            defer { slots = [] }
            return slots
        }
        for slot in open { slot.spend() }
    }
}
