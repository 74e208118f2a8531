// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// A device that a test drives.
struct TestDevice {
    let clock = ManualClock()
    let presenter = RecordingPresenter()
    let device: NotificationDevice

    init(_ configure: (inout DeviceConfiguration) -> Void = { _ in }) async throws {
        var configuration = DeviceConfiguration(storage: .memory, presenter: presenter)
        configuration.clock = clock
        configure(&configuration)
        device = try NotificationDevice(configuration)
        _ = try await device.center.requestAuthorization(options: [.alert, .sound, .badge])
        device.start()
    }

    func wait(_ seconds: TimeInterval) async {
        clock.advance(by: seconds)
        await device.settle()
    }

    func receive(_ json: String, identifier: String = "push") async throws {
        try device.receive(RemotePush(payload: json.utf8, identifier: identifier))
        await device.settle()
    }

    var titles: [String] { presenter.presentations.map(\.title) }
    var bodies: [String] { presenter.presentations.map(\.body) }
}
