// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    /// Brings what waits before the user, in the order of delivery.
    func pump() {
        guard state.hasStarted, !state.presenting.isPresenterAway else { return }
        let room = PresentingState.limit - state.presenting.underWay.count
        guard room > 0 else { return }
        let waiting = attempt { () throws(StoreError) in
            try store.notificationsToShow(after: state.presenting.last, limit: room)
        }
        for delivered in waiting ?? [] {
            state.presenting.last = delivered.number
            guard state.presenting.underWay.insert(delivered.number).inserted else { continue }
            decide(delivered)
        }
    }

    // MARK: How it is presented

    private func decide(_ delivered: DeliveredNotification) {
        if let options = state.presenting.decisions[delivered.number] { return present(delivered, options) }
        guard state.isInForeground, center?.delegate != nil else { return present(delivered, ownOptions) }
        state.openCalls += 1
        let once = OnceOnly()
        let answer: @Sendable (UNNotificationPresentationOptions?) -> Void = { [weak self] options in
            guard once.isFirst() else { return }
            self?.perform { engine in
                engine.state.openCalls -= 1
                // A delegate that went meanwhile is as good as none.
                let options = options ?? engine.ownOptions
                engine.state.presenting.decisions[delivered.number] = options
                engine.present(delivered, options)
            }
        }
        let limit = clock.schedule(at: clock.now.addingTimeInterval(Self.delegatePatience)) { answer([]) }
        call { center in
            guard let center, let delegate = center.delegate else { return answer(nil) }
            delegate.userNotificationCenter(center, willPresent: delivered.notification) { options in
                limit.cancel()
                answer(options)
            }
        }
    }

    /// Where no delegate decides: all that was granted.
    private var ownOptions: UNNotificationPresentationOptions { [.banner, .list, .sound, .badge] }

    /// What the user lets through of it.
    private func allowed(_ options: UNNotificationPresentationOptions) -> UNNotificationPresentationOptions {
        let granted = granted
        var options = options
        if options.contains(.alert) { options.formUnion([.banner, .list]) }
        if !granted.contains(.alert) { options.subtract([.alert, .banner, .list]) }
        if !granted.contains(.sound) { options.remove(.sound) }
        if !granted.contains(.badge) { options.remove(.badge) }
        if status == .provisional { options.subtract([.banner, .sound, .badge]) }
        return isAllowed ? options : []
    }

    private func present(_ delivered: DeliveredNotification, _ options: UNNotificationPresentationOptions) {
        // It waits for the next start.
        guard !state.hasStopped else { return finish(delivered.number) }
        let options = allowed(options)
        let content = delivered.notification.request.content
        if options.contains(.badge), let badge = content.badge.flatMap({ Int(exactly: $0.doubleValue) }), badge >= 0 {
            attempt { () throws(StoreError) in try showBadge(badge) }
        }
        guard let presenter, !options.isDisjoint(with: [.banner, .list]),
            [content.title, content.subtitle, content.body].contains(where: { !$0.isEmpty })
        else {
            // Nothing of it is for the eye.
            state.presenting.decisions[delivered.number] = nil
            finish(delivered.number)
            return remove(delivered)
        }
        let isGiven = attempt { () throws(StoreError) in
            try store.markGiven(delivered.number, isListed: options.contains(.list))
        }
        guard let isGiven else { return putOff(delivered.number) }
        guard isGiven else {
            state.presenting.decisions[delivered.number] = nil
            finish(delivered.number)
            return pump()
        }
        let once = OnceOnly()
        presenter.present(presentation(of: delivered, options)) { [weak self] outcome in
            guard once.isFirst() else { return }
            self?.perform { $0.settle(delivered, outcome) }
        }
    }

    private func settle(_ delivered: DeliveredNotification, _ outcome: PresentationOutcome) {
        switch outcome {
        case .shown(let reference):
            let isSettled: Void? = attempt { () throws(StoreError) in
                try store.markShown(delivered.number, reference: reference)
            }
            state.presenting.decisions[delivered.number] = nil
            finish(delivered.number)
            withdrawIfGone(delivered, reference, isSettled != nil)
            let hadFiles = attempt { () throws(StoreError) in
                try store.trim(after: delivered.number, list: listCapacity)
            }
            if hadFiles == true { sweepAttachments() }
            pump()
        case .notNow:
            attempt { () throws(StoreError) in try store.markWaiting(delivered.number) }
            state.presenting.isPresenterAway = true
            finish(delivered.number)
        }
    }

    /// It may have been removed, or replaced, while the presenter was at it.
    private func withdrawIfGone(_ delivered: DeliveredNotification, _ reference: String?, _ isSettled: Bool) {
        guard isSettled,
            let current = attempt({ () throws(StoreError) in try store.delivered(delivered.identifier) }),
            current == nil
        else { return }
        presenter?.withdraw([PresentedReference(identifier: delivered.identifier, reference: reference)])
    }

    private func finish(_ number: Int64) { state.presenting.underWay.remove(number) }

    /// The store cannot be written to: it is tried again later.
    private func putOff(_ number: Int64) {
        finish(number)
        state.presenting.last = 0
        state.presenting.isPresenterAway = true
        _ = clock.schedule(at: clock.now.addingTimeInterval(Self.storePatience)) { [weak self] in
            self?.perform { $0.presenterIsReady() }
        }
    }

    /// What was not shown is given again, in its order.
    func presenterIsReady() {
        state.presenting.isPresenterAway = false
        state.presenting.last = 0
        pump()
    }
}
