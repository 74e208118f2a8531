// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// An extension that does what the push itself says in its member `do`; else it answers.
///
/// An answer names the process in its body, and in its title how many pushes this object has had.
final class Told: UNNotificationServiceExtension {
    /// Never given back.
    private nonisolated(unsafe) static var kept: [[UInt8]] = []
    private static let keptSize = 16 * 1_048_576

    private var count = 0
    private var behaviour: Behaviour?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        count += 1
        let content = UNMutableNotificationContent()
        content.title = "\(count)"
        content.subtitle = request.content.body
        content.body = "\(getpid())"
        switch request.content.userInfo["do"] as? String {
        case nil: contentHandler(content)
        case "answer-and-keep":
            Self.kept.append([UInt8](repeating: 1, count: Self.keptSize))
            contentHandler(content)
        case "answer-and-go-on":
            contentHandler(content)
            Behaviour.sleepForever()
        case "answer-and-write":
            contentHandler(content)
            Behaviour.write(Data("one more thing\n".utf8))
        case let name?:
            let behaviour = Behaviour(name, nil)
            self.behaviour = behaviour
            behaviour.didReceive(request, withContentHandler: contentHandler)
        }
    }

    override func serviceExtensionTimeWillExpire() { behaviour?.serviceExtensionTimeWillExpire() }
}
