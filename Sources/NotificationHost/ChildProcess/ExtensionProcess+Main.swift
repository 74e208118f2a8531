// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import UserNotifications

extension ExtensionProcess {
    /// The whole `main` of an extension's program: takes one push from the host that started it, and answers.
    ///
    /// - Parameter make: Makes the extension. A closure, because an `NSObject` metatype cannot be instantiated.
    public static func main(_ make: () -> UNNotificationServiceExtension) -> Never {
        let socket = FrameSocket(descriptor: ExtensionChild.socketPlace)
        let service = make()
        guard socket.send(Frame(kind: .ready, content: [])) else {
            FileHandle.standardError.write(Data("this program is an extension: a notification host starts it\n".utf8))
            exit(64)
        }
        let answer = OneAnswer(socket: socket)
        let handover = Transfer(value: service)
        var received: [UInt8] = []
        while let bytes = socket.receive(), !bytes.isEmpty {
            received += bytes
            while case .complete(let frame) = Frame.read(received) {
                received.removeFirst(Frame.headerLength + frame.content.count)
                switch frame.kind {
                case .request:
                    guard let request = MessageCoder.request(frame.content) else { exit(65) }
                    let work = Transfer(value: request)
                    Thread.detachNewThread { handover.value.didReceive(work.value) { answer.give($0) } }
                case .expire:
                    Thread.detachNewThread { handover.value.serviceExtensionTimeWillExpire() }
                case .ready, .answer:
                    exit(65)
                }
            }
        }
        // The host has what it wants, or is gone.
        exit(0)
    }
}

/// Sends the first answer; later ones have no effect.
private final class OneAnswer: @unchecked Sendable {
    // Unchecked: `isGiven` is read and written under the lock, and the socket is a number.
    private let socket: FrameSocket
    private let lock = NSLock()
    private var isGiven = false

    init(socket: FrameSocket) { self.socket = socket }

    func give(_ content: UNNotificationContent) {
        lock.withLock {
            guard !isGiven, let bytes = MessageCoder.encode(content) else { return }
            isGiven = true
            _ = socket.send(Frame(kind: .answer, content: bytes))
        }
    }
}
