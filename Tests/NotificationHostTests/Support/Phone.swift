// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// A device with a clock that a test sets and a presenter that keeps what it is given; allowed to notify, and started.
struct Phone {
    let clock: ManualClock
    let presenter: RecordingPresenter
    let device: NotificationDevice
    let reports = Reports()

    var center: UNUserNotificationCenter { device.center }

    init(
        storage: DeviceStorage = .memory,
        clock: ManualClock = ManualClock(),
        presenter: RecordingPresenter = RecordingPresenter(),
        options: UNAuthorizationOptions = [.alert, .sound, .badge],
        _ configure: (inout DeviceConfiguration) -> Void = { _ in }
    ) async throws {
        self.clock = clock
        self.presenter = presenter
        var configuration = DeviceConfiguration(storage: storage, presenter: presenter)
        configuration.clock = clock
        configuration.report = reports.add
        configure(&configuration)
        device = try NotificationDevice(configuration)
        if !options.isEmpty { _ = try await device.center.requestAuthorization(options: options) }
        device.start()
        await device.settle()
    }

    // MARK: Requests

    static func request(
        _ identifier: String = "id",
        title: String = "Title",
        trigger: UNNotificationTrigger? = nil,
        _ change: (UNMutableNotificationContent) -> Void = { _ in }
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = title
        change(content)
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    static func after(_ seconds: TimeInterval, repeats: Bool = false) -> UNTimeIntervalNotificationTrigger {
        UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
    }

    /// Adds a request, and waits until nothing is under way.
    func add(_ request: UNNotificationRequest) async throws {
        try await center.add(request)
        await device.settle()
    }

    /// Lets time pass, and waits until nothing is under way.
    func wait(_ seconds: TimeInterval) async {
        clock.advance(by: seconds)
        await device.settle()
    }

    // MARK: What there is

    var pending: [String] { get async { await center.pendingNotificationRequests().map(\.identifier) } }
    var delivered: [String] { get async { await center.deliveredNotifications().map(\.request.identifier) } }
    var shownTitles: [String] { presenter.presentations.map(\.title) }
}

/// What a device reported.
final class Reports: @unchecked Sendable {
    // Unchecked because it changes: under its lock alone.
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    @Sendable func add(_ line: String) { lock.withLock { lines.append(line) } }
}
