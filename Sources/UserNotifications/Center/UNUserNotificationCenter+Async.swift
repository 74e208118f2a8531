// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    /// Asks to notify; `true` if at least one of the kinds was granted.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            requestAuthorization(options: options) { granted, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: granted) }
            }
        }
    }

    /// What the user and the system let the app do.
    public func notificationSettings() async -> UNNotificationSettings {
        await reply { getNotificationSettings(completionHandler: $0) }
    }

    /// The app's categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await reply { getNotificationCategories(completionHandler: $0) }
    }

    /// Schedules a notification, or delivers it at once where it has no trigger; one with the same identifier is replaced.
    ///
    /// - Throws: `UNError`.
    public func add(_ request: UNNotificationRequest) async throws {
        try await outcome { add(request, withCompletionHandler: $0) }
    }

    /// What is scheduled and has not fired, or repeats.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await reply { getPendingNotificationRequests(completionHandler: $0) }
    }

    /// What was delivered and is still in the list; not what a place brought about.
    public func deliveredNotifications() async -> [UNNotification] {
        await reply { getDeliveredNotifications(completionHandler: $0) }
    }

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// - Throws: `UNError`: `badgeInputInvalid` for a negative number.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await outcome { setBadgeCount(newBadgeCount, withCompletionHandler: $0) }
    }

    private func reply<Value>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Handover<Value>, Never>) in
            ask { continuation.resume(returning: Handover($0)) }
        }.value
    }

    private func outcome(_ ask: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            ask { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}
