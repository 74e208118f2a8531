// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost

/// An extension that does what its first argument says, well-behaved or badly; or, as `host`, a host of such extensions.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let behaviour = arguments.first ?? "answer"
        switch behaviour {
        case "host": HostRun.main([String](arguments.dropFirst()))
        case "host-and-wait": HostRun.wait()
        case "device": try await DeviceRun.main([String](arguments.dropFirst()))
        case "benchmark": try BenchmarkRun.main()
        case "exit-at-once": exit(0)
        case "rubbish-at-once":
            Behaviour.write(Data("this is no frame\n".utf8))
            Behaviour.sleepForever()
        case "deaf":
            // Says that it is ready, and reads nothing.
            Behaviour.write(Data([0x53, 0x50, 0x78, 0x31, 1, 0, 0, 0, 0]))
            Behaviour.sleepForever()
        case "told":
            // Whoever reads there learns of the end of this process.
            if let path = arguments.dropFirst().first { _ = open(path, O_WRONLY | O_CLOEXEC) }
            ExtensionProcess.main { Told() }
        case "sealed": ExtensionProcess.main { SealedFixture(at: .nowhere) }
        case "sealed-measured": ExtensionProcess.main { SealedFixture(at: .nowhere, measured: true) }
        case "sealed-hangs-making-receiver": ExtensionProcess.main { SealedFixture(at: .makeReceiver) }
        case "sealed-hangs-in-hook": ExtensionProcess.main { SealedFixture(at: .didOpen) }
        default: ExtensionProcess.main { Behaviour(behaviour, arguments.dropFirst().first) }
        }
    }
}
