// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// What a request costs while a thousand wait, and while ten thousand do: the store is a file, as an app has it.
@main
enum Main {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let few = try await measure(1_000, folder.appendingPathComponent("few").path)
        let many = try await measure(10_000, folder.appendingPathComponent("many").path)
        for (name, time) in many {
            let reference = few.first { $0.0 == name }?.1 ?? .nan
            let ratio = time / reference
            // No worse than linear: what one costs does not grow with how many there are.
            print(
                "\(name), 10,000 pending",
                time,
                reference,
                ratio,
                1.5,
                ratio <= 1.5 ? "met" : "missed",
                separator: "\t"
            )
        }
    }

    private static func measure(_ count: Int, _ folder: String) async throws -> [(String, Double)] {
        let clock = ManualClock()
        var configuration = DeviceConfiguration(storage: .folder(folder), presenter: RecordingPresenter())
        configuration.clock = clock
        let device = try NotificationDevice(configuration)
        let center = device.center
        _ = try await center.requestAuthorization(options: [.alert])
        device.start()
        let add = try await time(count) { try await center.add(request($0)) }
        let replace = try await time(1_000) { try await center.add(request($0 * 7 % count)) }
        let list = try await time(10) { _ in
            let found = await center.pendingNotificationRequests().count
            precondition(found == count)
        }
        let remove = try await time(count / 2) {
            center.removePendingNotificationRequests(withIdentifiers: ["\($0 * 7 % count)"])
            if $0 % 100 == 99 { _ = await center.notificationCategories() }
        }
        clock.advance(by: 86_400 * 365)
        let start = ContinuousClock.now
        await device.settle()
        let delivered = await center.deliveredNotifications().count
        let deliver = microseconds(ContinuousClock.now - start) / Double(delivered)
        return [
            ("request added", add), ("request replaced", replace), ("request listed", list / Double(count)),
            ("request removed", remove), ("request delivered", deliver),
        ]
    }

    private static func request(_ number: Int) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "Reminder \(number)"
        content.body = "A text of the usual length, as reminders have them."
        content.userInfo = ["number": number]
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: Double(1 + number * 31 % 9973), repeats: false)
        return UNNotificationRequest(identifier: "\(number)", content: content, trigger: trigger)
    }

    /// Microseconds a call.
    private static func time(_ count: Int, _ body: (Int) async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        for number in 0..<count { try await body(number) }
        return microseconds(ContinuousClock.now - start) / Double(count)
    }

    private static func microseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
    }
}
