// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    /// Puts a request into the list of what is to be shown; from then on it is not lost.
    func deliver(
        _ request: UNNotificationRequest,
        archive: RequestArchive,
        from source: NotificationStore.Source
    ) throws {
        if try store.deliver(archive, at: clock.now.milliseconds, from: source) { sweepAttachments() }
        pump()
    }

    /// Takes what the provider brought; once it returns, it outlives a power cut.
    func deliverRemote(_ request: UNNotificationRequest, key: String?) throws {
        let request = try withUsableAttachments(request)
        try store.setDurability(.power)
        defer { attempt { () throws(StoreError) in try store.setDurability(.process) } }
        try deliver(request, archive: try archive(request), from: .provider(key: key))
    }

    /// An attachment that cannot be taken costs itself, never the text.
    private func withUsableAttachments(_ request: UNNotificationRequest) throws -> UNNotificationRequest {
        do {
            return try stored(request)
        } catch {
            report("\(error)")
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { throw error }
            content.attachments = []
            return UNNotificationRequest(identifier: request.identifier, content: content, trigger: request.trigger)
        }
    }

    // MARK: The list

    func deliveredNotifications(reply: @escaping @Sendable ([UNNotification]) -> Void) {
        perform { engine in
            let found = engine.attempt { () throws(StoreError) in try engine.store.deliveredNotifications() } ?? []
            // As on Apple's systems: where the user is, is not for the list.
            let list = found.map(\.notification).filter { !($0.request.trigger is UNLocationNotificationTrigger) }
            engine.reply(reply, list)
        }
    }

    func removeDeliveredNotifications(_ identifiers: [String]?) {
        perform { engine in
            let all = engine.attempt { () throws(StoreError) in try engine.store.shownNotifications() } ?? []
            let names = identifiers.map(Set.init)
            engine.presenter?.withdraw(
                all.filter { names?.contains($0.identifier) ?? true }
                    .map { PresentedReference(identifier: $0.identifier, reference: $0.reference) }
            )
            let hadFiles = engine.attempt { () throws(StoreError) in try engine.store.removeDelivered(identifiers) }
            if hadFiles == true { engine.sweepAttachments() }
        }
    }

    /// Takes one out of the list and off the screen.
    func remove(_ delivered: DeliveredNotification) {
        presenter?.withdraw([PresentedReference(identifier: delivered.identifier, reference: delivered.reference)])
        let hadFiles = attempt { () throws(StoreError) in try store.removeDelivered(number: delivered.number) }
        if hadFiles == true { sweepAttachments() }
    }

    // MARK: Badge

    func setBadgeCount(_ count: Int, reply: (@Sendable ((any Error)?) -> Void)?) {
        perform { engine in
            guard count >= 0 else { return engine.reply(reply, UNError(.badgeInputInvalid)) }
            guard engine.isAllowed, engine.granted.contains(.badge) else {
                return engine.reply(reply, UNError(.notificationsNotAllowed))
            }
            do throws(StoreError) {
                try engine.showBadge(count)
                engine.reply(reply, nil)
            } catch {
                engine.reply(reply, error)
            }
        }
    }

    func showBadge(_ count: Int) throws(StoreError) {
        try store.set(.badge, to: count)
        presenter?.showBadge(count)
    }

    var badge: Int {
        let found = attempt { () throws(StoreError) in try store.fact(.badge) }
        return (found ?? nil) ?? 0
    }
}
