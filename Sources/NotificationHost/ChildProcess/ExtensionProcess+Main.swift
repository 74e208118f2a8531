// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import UserNotifications

extension ExtensionProcess {
    /// The whole `main` of an extension's program: takes pushes from the host that started it, and answers each.
    ///
    /// - Parameter make: Makes the extension, one for each push. A closure, because an `NSObject` metatype cannot be
    ///   instantiated.
    public static func main(_ make: () -> UNNotificationServiceExtension) -> Never {
        let socket = FrameSocket(descriptor: ExtensionChild.socketPlace)
        var service = make()
        guard socket.send(Frame(kind: .ready, content: [])) else {
            FileHandle.standardError.write(Data("this program is an extension: a notification host starts it\n".utf8))
            exit(64)
        }
        var received: [UInt8] = []
        while let bytes = socket.receive(), !bytes.isEmpty {
            received += bytes
            while case .complete(let frame) = Frame.read(received) {
                received.removeFirst(Frame.headerLength + frame.content.count)
                switch frame.kind {
                case .request:
                    guard let request = MessageCoder.request(frame.content) else { exit(65) }
                    let work = Transfer(value: (service, request))
                    let answer = OneAnswer(socket: socket)
                    Thread.detachNewThread { work.value.0.didReceive(work.value.1) { answer.give($0) } }
                case .expire:
                    let work = Transfer(value: service)
                    Thread.detachNewThread { work.value.serviceExtensionTimeWillExpire() }
                case .again:
                    service = make()
                    guard socket.send(Frame(kind: .ready, content: [])) else { exit(0) }
                case .ready, .answer:
                    exit(65)
                }
            }
        }
        // The host has what it wants, or is gone.
        exit(0)
    }
}

/// Sends the first answer to a push; later ones have no effect.
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
