// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCLI

/// `sealedpush-demo`: the life of a sealed push on one machine, and everything that can go wrong with it.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let arguments = [String](CommandLine.arguments.dropFirst())
        if arguments.first == PhoneExtension.argument {
            ExtensionProcess.main { PhoneExtension(folder: arguments[1], behaviour: arguments.dropFirst(2).first) }
        }
        var context = CommandContext(arguments: arguments)
        exit(DemoCommand.run(&context).rawValue)
    }
}
