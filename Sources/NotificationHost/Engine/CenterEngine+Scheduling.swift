// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    // MARK: Adding

    func add(_ request: UNNotificationRequest, reply: (@Sendable ((any Error)?) -> Void)?) {
        perform { engine in
            do {
                try engine.accept(request)
                engine.reply(reply, nil)
            } catch {
                engine.reply(reply, error)
            }
        }
    }

    private func accept(_ request: UNNotificationRequest) throws {
        guard !state.hasStopped else { throw Self.stopped }
        guard isAllowed else { throw UNError(.notificationsNotAllowed) }
        try check(request.content)
        let now = clock.now
        var due: Date?
        if let trigger = request.trigger, !(trigger is UNLocationNotificationTrigger) {
            guard let date = trigger.nextDate(after: now) else { throw UNError(.notificationInvalidNoDate) }
            due = date
        }
        let (request, taken) = try stored(request, from: .app)
        do {
            let archive = try self.archive(request)
            if request.trigger == nil {
                try deliver(request, archive: archive, from: .outside)
            } else {
                let hadFiles = try store.addPending(
                    archive,
                    due: due?.milliseconds,
                    isInside: isInside(request.trigger)
                )
                if hadFiles { sweepAttachments() }
                setAlarm()
            }
        } catch {
            attachments.discard(taken)
            throw error
        }
        attachments.finish(taken)
    }

    private func check(_ content: UNNotificationContent) throws(UNError) {
        let texts = [content.title, content.subtitle, content.body]
        guard texts.allSatisfy(\.isEmpty), content.sound == nil, content.badge == nil else { return }
        throw UNError(.notificationInvalidNoContent)
    }

    func archive(_ request: UNNotificationRequest) throws(UNError) -> RequestArchive {
        guard let archive = RequestArchive(request) else {
            throw UNError(
                .notificationInvalidNoContent,
                "userInfo holds a value that no property list can hold, or is larger than 16 MiB"
            )
        }
        return archive
    }

    /// The same request with its attachments in the store, where they belong to it alone; whoever writes it down finishes, or
    /// discards, what was taken.
    func stored(
        _ request: UNNotificationRequest,
        from origin: AttachmentOrigin
    ) throws(UNError) -> (request: UNNotificationRequest, taken: [TakenAttachment]) {
        guard !request.content.attachments.isEmpty,
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return (request, []) }
        var taken: [TakenAttachment] = []
        do throws(UNError) {
            for attachment in content.attachments { taken.append(try attachments.take(attachment, from: origin)) }
        } catch {
            attachments.discard(taken)
            throw error
        }
        content.attachments = taken.map(\.attachment)
        let request = UNNotificationRequest(
            identifier: request.identifier,
            content: content,
            trigger: request.trigger
        )
        return (request, taken)
    }

    // MARK: Looking and taking back

    func pendingRequests(reply: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        perform { engine in
            let pending = engine.attempt { () throws(StoreError) in try engine.store.pendingRequests() }
            engine.reply(reply, (pending ?? []).map(\.request))
        }
    }

    func removePendingRequests(_ identifiers: [String]?) {
        perform { engine in
            guard !engine.state.hasStopped else { return }
            let hadFiles = engine.attempt { () throws(StoreError) in try engine.store.removePending(identifiers) }
            if hadFiles == true { engine.sweepAttachments() }
            engine.setAlarm()
        }
    }

    /// Deletes the files that nothing in the store needs any more.
    func sweepAttachments() {
        guard let files = attempt({ () throws(StoreError) in try store.files() }) else { return }
        guard !state.hasStopped else { return }
        attachments.sweep(keeping: files)
    }

    // MARK: Dates

    /// Sleeps until the next date; nothing is looked at before.
    func setAlarm() {
        guard state.hasStarted else { return }
        guard let next = attempt({ () throws(StoreError) in try store.nextDue() }) else {
            setAlarm(at: clock.now.addingTimeInterval(Self.storePatience).milliseconds)
            return
        }
        setAlarm(at: next)
    }

    private func setAlarm(at date: Int64?) {
        guard date != state.alarmDate else { return }
        state.alarm?.cancel()
        state.alarmDate = date
        state.alarm = nil
        guard let date else { return }
        guard date > clock.now.milliseconds else { return perform { $0.wake() } }
        state.alarm = clock.schedule(at: Date(milliseconds: date)) { [weak self] in
            // Not later: the clock may be at another date then.
            self?.performAndWait { $0.wake() }
        }
    }

    private func wake() {
        state.alarmDate = nil
        deliverWhatIsDue()
    }

    /// Each once, however long ago its date was.
    func deliverWhatIsDue() {
        guard state.hasStarted else { return }
        let now = clock.now
        do {
            while true {
                let due = try store.dueRequests(at: now.milliseconds, limit: 64)
                guard !due.isEmpty else { break }
                for pending in due { try fire(pending, at: now) }
            }
            setAlarm()
        } catch {
            report("\(error)")
            setAlarm(at: now.addingTimeInterval(Self.storePatience).milliseconds)
        }
    }

    /// Delivers a pending request; a repeating one waits for its next date.
    func fire(_ pending: PendingRequest, at now: Date) throws {
        let request = pending.request
        let next = nextDue(pending, at: now)
        let stays =
            request.trigger?.repeats == true && (next != nil || request.trigger is UNLocationNotificationTrigger)
        try deliver(
            request,
            archive: try archive(delivered(request)),
            from: .pending(number: pending.number, nextDue: next, staysPending: stays)
        )
    }

    private func delivered(_ request: UNNotificationRequest) -> UNNotificationRequest {
        let content = request.content.localized
        guard content !== request.content else { return request }
        return UNNotificationRequest(identifier: request.identifier, content: content, trigger: request.trigger)
    }

    /// `nil` where there is none: also where dates are so far away that adding to them changes nothing.
    private func nextDue(_ pending: PendingRequest, at now: Date) -> Int64? {
        guard let trigger = pending.request.trigger, trigger.repeats, let due = pending.due else { return nil }
        var next = trigger.nextDate(after: now)
        if let interval = trigger as? UNTimeIntervalNotificationTrigger {
            // On the beat of the first, whenever this one was seen.
            let first = Date(milliseconds: due)
            let beats = (now.timeIntervalSince(first) / interval.timeInterval).rounded(.down) + 1
            next = first.addingTimeInterval(beats * interval.timeInterval)
        }
        return next.flatMap { $0 > now ? $0.milliseconds : nil }.flatMap { $0 > now.milliseconds ? $0 : nil }
    }

    // MARK: When the clock is set back

    /// How far back a clock goes by itself, when it is corrected.
    private static let clockTolerance: TimeInterval = 1

    func noticeClock() {
        let now = clock.now
        defer { state.lastSeen = now }
        guard state.hasStarted, now < state.lastSeen.addingTimeInterval(-Self.clockTolerance) else { return }
        rescheduleWhatIsTooFar()
    }

    /// A date that was reckoned from a clock that was ahead would leave the user without reminders until then: nothing waits
    /// longer than it would if it were added now.
    func rescheduleWhatIsTooFar() {
        let now = clock.now
        attempt { () throws(StoreError) in
            for pending in try store.pendingRequests() {
                guard let due = pending.due, due > now.milliseconds,
                    let next = pending.request.trigger?.nextDate(after: now)?.milliseconds, next < due
                else { continue }
                try store.setDue(next, number: pending.number)
            }
        }
        setAlarm()
    }
}
