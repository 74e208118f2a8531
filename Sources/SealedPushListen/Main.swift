// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCLI

/// `sealedpush-listen`: a Linux device.
///
/// Started by itself with `--extension` it is that device's service extension.
@main
enum Main {
    static func main() {
        // A reader that goes away is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let arguments = [String](CommandLine.arguments.dropFirst())
        if arguments.first == ListenExtension.argument, let store = arguments.dropFirst().first {
            ExtensionProcess.main { ListenExtension(store: store) }
        }
        // Before there are other threads, all of which have to block what this one waits for.
        let signals = EndingSignals()
        // Not on the main actor, whose thread only waits.
        Task.detached {
            let context = CommandContext(arguments: arguments, environment: ProcessInfo.processInfo.environment)
            exit(await ListenCommand.run(context, signals).rawValue)
        }
        // Not `dispatchMain`, whose own thread takes all signals.
        while true { pause() }
    }
}
