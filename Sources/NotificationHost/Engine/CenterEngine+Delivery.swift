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
        let (request, taken) = try withUsableAttachments(storable(request))
        do {
            try store.setDurability(.power)
            defer { attempt { () throws(StoreError) in try store.setDurability(.process) } }
            try deliver(request, archive: try archive(request), from: .provider(key: key))
        } catch {
            attachments.discard(taken)
            throw error
        }
        attachments.finish(taken)
    }

    /// A payload that cannot be kept, since it is too deep or too large, costs its `userInfo`, never the text: the provider
    /// would only bring it again.
    private func storable(_ request: UNNotificationRequest) throws -> UNNotificationRequest {
        guard RequestArchive(request) == nil,
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return request }
        report("the payload of a push is too deep or too large to be kept: it is shown without its userInfo")
        content.userInfo = [:]
        return UNNotificationRequest(identifier: request.identifier, content: content, trigger: request.trigger)
    }

    /// An attachment that cannot be taken costs itself, never the text.
    private func withUsableAttachments(
        _ request: UNNotificationRequest
    ) throws -> (request: UNNotificationRequest, taken: [TakenAttachment]) {
        do {
            return try stored(request, from: .answer)
        } catch {
            report("\(error)")
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { throw error }
            content.attachments = []
            let text = UNNotificationRequest(
                identifier: request.identifier,
                content: content,
                trigger: request.trigger
            )
            return (text, [])
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
            guard !engine.state.hasStopped else { return }
            let all = engine.attempt { () throws(StoreError) in try engine.store.shownNotifications() } ?? []
            // By their bytes, as the store compares: names that Unicode takes for equal are two.
            let names = identifiers.map { Set($0.map { [UInt8]($0.utf8) }) }
            engine.presenter?.withdraw(
                all.filter { names?.contains([UInt8]($0.identifier.utf8)) ?? true }
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
