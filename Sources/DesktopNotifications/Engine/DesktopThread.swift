// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost

/// The thread of a presenter: waits for the bus, for commands, and for the time.
enum DesktopThread {
    /// Starts it; it ends with the command `stop`.
    ///
    /// - Parameter make: Makes the engine, on that thread.
    static func start(_ commands: CommandQueue<DesktopCommand>, _ make: @escaping @Sendable () -> DesktopEngine) {
        let thread = Thread { run(commands, make()) }
        thread.name = "desktop"
        thread.start()
    }

    private static func run(_ commands: CommandQueue<DesktopCommand>, _ engine: DesktopEngine) {
        engine.connect()
        while true {
            for command in commands.take() {
                switch command {
                case .present(let showing): engine.present(showing)
                case .withdraw(let notifications): engine.withdraw(notifications)
                case .stop: return
                }
            }
            engine.receive()
            engine.advance(to: .now)
            let times = [engine.nextDeadline.map { $0 - .now }, engine.connection?.patience].compactMap { $0 }
            _ = commands.wait(for: engine.connection.map { [$0.polled] } ?? [], atMost: times.min())
        }
    }
}
