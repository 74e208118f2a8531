// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// An extension that does what its first argument says: well-behaved in one way, badly in all the others.
@main
enum Main {
    static func main() {
        let behaviour = CommandLine.arguments.dropFirst().first ?? "answer"
        if behaviour == "exit-at-once" { exit(0) }
        if behaviour == "rubbish-at-once" {
            _ = Data("this is no frame\n".utf8).withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
            sleepForever()
        }
        ExtensionProcess.main { Fixture(behaviour) }
    }
}

/// Blocks until it is killed.
private func sleepForever() -> Never {
    while true { pause() }
}

final class Fixture: UNNotificationServiceExtension {
    private let behaviour: String
    private var handler: ((UNNotificationContent) -> Void)?

    init(_ behaviour: String) {
        self.behaviour = behaviour
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.title = "changed"
        content.body = request.content.body
        content.userInfo = request.content.userInfo
        switch behaviour {
        case "answer": contentHandler(content)
        case "answer-twice":
            contentHandler(content)
            content.title = "changed again"
            contentHandler(content)
        case "answer-without-text":
            contentHandler(UNNotificationContent())
        case "answer-and-print":
            print("an extension may print what it likes")
            contentHandler(content)
        case "answer-at-expiry":
            handler = contentHandler
        case "crash":
            raise(SIGSEGV)
        case "abort": abort()
        case "hog":
            var hog: [[UInt8]] = []
            while true { hog.append([UInt8](repeating: 1, count: 1_048_576)) }
        case "rubbish":
            _ = Data("this is no frame\n".utf8).withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
            sleepForever()
        case "huge-length":
            let frame = Data([0x53, 0x50, 0x78, 0x31, 4, 0xff, 0xff, 0xff, 0xff])
            _ = frame.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
            sleepForever()
        case "half-a-frame":
            let frame = Data([0x53, 0x50, 0x78, 0x31, 4, 0, 0, 0, 9, 1])
            _ = frame.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
            exit(0)
        case "kill-self": kill(getpid(), SIGKILL)
        case "exit": exit(0)
        default: sleepForever()
        }
    }

    override func serviceExtensionTimeWillExpire() {
        guard let handler else { return }
        let content = UNMutableNotificationContent()
        content.body = "in the last moment"
        handler(content)
    }
}
