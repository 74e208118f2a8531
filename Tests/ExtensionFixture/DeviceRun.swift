// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// A device in a process of its own, to be killed: it adds notifications and says which were taken; or, as `finish`, shows
/// what is left.
enum DeviceRun {
    /// - Parameter arguments: A folder, then `add` and the name of the round, `schedule` and a key with arguments, or `finish`.
    static func main(_ arguments: [String]) async throws {
        guard arguments.count >= 2 else { exit(64) }
        let folder = arguments[0]
        var configuration = DeviceConfiguration(
            storage: .folder(folder),
            presenter: Journal(path: folder + "/journal")
        )
        configuration.report = { say("trouble: \($0)") }
        let device = try NotificationDevice(configuration)
        _ = try await device.center.requestAuthorization(options: [.alert])
        switch arguments[1] {
        case "add":
            device.start()
            try await add(arguments[2], to: device)
        case "schedule":
            try await schedule([String](arguments.dropFirst(2)), on: device)
        default:
            device.start()
            await finish(device)
        }
    }

    private static func add(_ round: String, to device: NotificationDevice) async throws {
        say("ready")
        for number in 0..<1_000_000 {
            let identifier = "\(round)-\(number)"
            let content = UNMutableNotificationContent()
            content.title = identifier
            // At once, in a moment, and in a while, in turn.
            let trigger = [nil, 0.001, 0.05][number % 3]
                .map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) }
            try await device.center.add(
                UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
            )
            say(identifier)
        }
    }

    /// A key and its arguments, for a later process to deliver.
    private static func schedule(_ key: [String], on device: NotificationDevice) async throws {
        let content = UNMutableNotificationContent()
        content.title = NSString.localizedUserNotificationString(
            forKey: key[0],
            arguments: [String](key.dropFirst())
        )
        say(content.title)
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 0.001, repeats: false)
        try await device.center.add(UNNotificationRequest(identifier: "id", content: content, trigger: trigger))
    }

    private static func finish(_ device: NotificationDevice) async {
        while true {
            await device.settle()
            if await device.center.pendingNotificationRequests().isEmpty { break }
            await Task.yield()
        }
        await device.settle()
        let delivered = await device.center.deliveredNotifications()
        say("delivered \(delivered.count)")
        say("last \(delivered.last?.request.content.title ?? "none")")
    }

    private static func say(_ line: String) {
        let bytes = Data((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }
}
