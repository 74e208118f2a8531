// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SealedPushCLI

/// `sealedpush-send`, which `sealedpush send` becomes.
@main
enum Main {
    static func main() async {
        ProcessStart.prepare()
        // Before another thread begins, which may need some itself.
        guard ProcessStart.hasDescriptors else {
            CommandContext(arguments: []).say(ProcessStart.tooFewDescriptors)
            exit(ExitCode.unavailable.rawValue)
        }
        // Not on the main thread, where each push would change threads.
        await Task.detached { await run() }.value
    }

    private static func run() async {
        guard let arguments = ProcessStart.arguments else {
            CommandContext(arguments: []).say("an argument is not UTF-8; write it in a file and name that")
            exit(ExitCode.usage.rawValue)
        }
        var context = CommandContext(arguments: arguments, environment: ProcessStart.environment)
        exit(await SendCommandLine.run(&context).rawValue)
    }
}
