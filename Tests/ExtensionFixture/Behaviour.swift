// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// An extension that behaves in one way, named by a word.
final class Behaviour: UNNotificationServiceExtension {
    private let name: String
    private let argument: String?
    private var handler: ((UNNotificationContent) -> Void)?
    /// A push and its expiry come on two threads.
    private let lock = NSLock()

    init(_ name: String, _ argument: String?) {
        self.name = name
        self.argument = argument
        super.init()
    }

    /// Blocks until it is killed.
    static func sleepForever() -> Never {
        while true { pause() }
    }

    /// Writes to the host, past the library.
    static func write(_ data: Data) {
        _ = data.withUnsafeBytes { Foundation.write(3, $0.baseAddress, $0.count) }
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.title = "changed"
        content.body = request.content.body
        content.userInfo = request.content.userInfo
        switch name {
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
        case "answer-too-much":
            content.body = String(repeating: "x", count: 2_000_000)
            contentHandler(content)
        case "answer-at-expiry":
            lock.withLock { handler = contentHandler }
        case "answer-with-text-of-key":
            content.body = NSString.localizedUserNotificationString(forKey: argument ?? "", arguments: ["7"])
            contentHandler(content)
        case "describe":
            content.body = ProcessState.description
            contentHandler(content)
        case "say-pid-and-hang":
            FileHandle(forWritingAtPath: argument ?? "")?.write(Data("\(getpid())\n".utf8))
            Self.sleepForever()
        default: misbehave()
        }
    }

    private func misbehave() {
        switch name {
        case "crash": raise(SIGSEGV)
        case "abort": abort()
        case "hog":
            var hog: [[UInt8]] = []
            while true { hog.append([UInt8](repeating: 1, count: 1_048_576)) }
        case "rubbish":
            Self.write(Data("this is no frame\n".utf8))
            Self.sleepForever()
        case "huge-length":
            Self.write(Data([0x53, 0x50, 0x78, 0x31, 4, 0xff, 0xff, 0xff, 0xff]))
            Self.sleepForever()
        case "half-a-frame":
            Self.write(Data([0x53, 0x50, 0x78, 0x31, 4, 0, 0, 0, 9, 1]))
            exit(0)
        case "no-content":
            Self.write(Data([0x53, 0x50, 0x78, 0x31, 4, 0, 0, 0, 1, 1]))
            Self.sleepForever()
        case "answer-of-other-class":
            // What Foundation's own archiver makes of an object that is no content.
            let object = "no content" as NSString
            let archive = try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            let length = UInt8(archive?.count ?? 0)
            Self.write(Data([0x53, 0x50, 0x78, 0x31, 4, 0, 0, 0, length]) + (archive ?? Data()))
            Self.sleepForever()
        case "leave-group-and-hang":
            // Out of reach of whoever kills the group that it was started in.
            setpgid(0, getpgid(getppid()))
            Self.sleepForever()
        case "kill-self": kill(getpid(), SIGKILL)
        case "exit": exit(0)
        default: Self.sleepForever()
        }
    }

    override func serviceExtensionTimeWillExpire() {
        guard let handler = lock.withLock({ handler }) else { return }
        let content = UNMutableNotificationContent()
        content.body = "in the last moment"
        handler(content)
    }
}
