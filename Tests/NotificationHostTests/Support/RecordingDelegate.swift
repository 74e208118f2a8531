// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A delegate that keeps what it is told, and answers as a test says.
final class RecordingDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    // Unchecked because it changes: under its lock alone.
    private let lock = NSLock()
    private var presented: [UNNotification] = []
    private var responses: [UNNotificationResponse] = []
    private var settings: [String?] = []
    private var held: [() -> Void] = []
    let options: UNNotificationPresentationOptions
    /// Whether its handlers are not called before `release()`.
    let holdsBack: Bool

    init(_ options: UNNotificationPresentationOptions = [.banner, .list], holdsBack: Bool = false) {
        self.options = options
        self.holdsBack = holdsBack
    }

    var presentedIdentifiers: [String] { lock.withLock { presented.map(\.request.identifier) } }
    var receivedResponses: [UNNotificationResponse] { lock.withLock { responses } }
    var openedSettings: [String?] { lock.withLock { settings } }
    var heldCount: Int { lock.withLock { held.count } }

    /// Calls the handlers that were held back.
    func release() {
        let calls = lock.withLock {
            defer { held = [] }
            return held
        }
        for call in calls { call() }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        lock.withLock { presented.append(notification) }
        answer { completionHandler(self.options) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        lock.withLock { responses.append(response) }
        answer(completionHandler)
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        lock.withLock { settings.append(notification?.request.identifier) }
    }

    private func answer(_ call: @escaping () -> Void) {
        if holdsBack { lock.withLock { held.append(call) } } else { call() }
    }
}
