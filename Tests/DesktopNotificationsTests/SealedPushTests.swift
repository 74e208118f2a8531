// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost
import SealedPushSender
import SealedPushTesting
import Testing
import UserNotifications

@testable import DesktopNotifications

@Suite("A sealed push, on a real screen", .serialized)
struct SealedPushTests {
    private final class Service: SealedNotificationService {
        override func makeReceiver() throws -> Receiver {
            Receiver(keys: InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey), seen: nil)
        }
    }

    private final class Delegate: NSObject, UNUserNotificationCenterDelegate {
        let responses = Inbox<String>()

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let content = response.notification.request.content
            responses.add("\(response.actionIdentifier) on \(content.title): \(content.body)")
            completionHandler()
        }
    }

    @Test("is opened by the extension and appears; a click on its action is the response")
    func wholeWay() async throws {
        let screen = try RealDesktop()
        let presenter = DesktopPresenter(
            application: DesktopApplication(name: "Door"),
            address: screen.bus.address,
            times: .unhurried
        )
        var configuration = DeviceConfiguration(storage: .memory, presenter: presenter)
        configuration.serviceExtension = InProcessExtension { Service() }
        let device = try NotificationDevice(configuration)
        let delegate = Delegate()
        device.center.delegate = delegate
        #expect(try await device.center.requestAuthorization(options: [.alert, .sound]))
        let unlock = UNNotificationAction(identifier: "UNLOCK", title: "Unlock")
        device.center.setNotificationCategories([
            UNNotificationCategory(identifier: "DOOR", actions: [unlock], intentIdentifiers: [])
        ])
        device.start()
        defer { device.stop() }

        let inner = #"{"aps":{"alert":{"title":"Door","body":"Front door opened"},"category":"DOOR"}}"#
        let sealed = try Sealer(signingWith: .mock1)
            .seal(PushPayload(json: inner.utf8), to: Recipient(DeviceKey.Secret.mock1.publicKey))
        let shown = try device.receive(RemotePush(payload: sealed.json, identifier: "push"))
        #expect(shown.origin == .extension)
        try screen.waitForWindow()
        try screen.waitForColours("sealed-push", moreThan: 16)
        try screen.chooseFromMenu()
        let response = try delegate.responses.take("the response") { _ in true }
        #expect(response == "UNLOCK on Door: Front door opened")
        try screen.waitForWindow(isThere: false)
        #expect(await device.center.deliveredNotifications().isEmpty)
    }
}
