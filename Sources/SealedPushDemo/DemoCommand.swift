// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI

/// The command line of the demo.
enum DemoCommand {
    private static let json = Option.json
    static let help = """
        usage: sealedpush demo [--json]

        Plays a sender, a push provider and a phone on this machine: makes keys, seals a
        notification, shows what the provider sees, and opens it in a service extension
        as the phone would. Then the push is tampered with, comes too late, comes twice,
        is for someone else, is signed by a stranger; the extension is too slow, and
        crashes. Each step says what was expected. Nothing is kept.

        options:
              --json   one line for each step
          -h, --help   this text

        Exit code 0 only when every step went as it says.

        """

    static func run(_ context: inout CommandContext) -> ExitCode {
        do throws(UsageError) {
            var reader = ArgumentReader(context.arguments, options: [json])
            var asJSON = false
            while let argument = try reader.next() {
                guard case .option = argument else { throw UsageError("the demo takes no operand; see --help") }
                asJSON = true
            }
            return play(asJSON: asJSON, in: &context)
        } catch .helpWanted {
            return finish(&context) { context throws(CommandError) in try context.write(help.utf8) }
        } catch {
            context.say(error.message)
            return .usage
        }
    }

    private static func play(asJSON: Bool, in context: inout CommandContext) -> ExitCode {
        var failures = 0
        let code = finish(&context) { context throws(CommandError) in
            let demo: Demo
            do {
                demo = try Demo()
            } catch {
                throw CommandError(.inputOutput, "the demo cannot make its keys: \(error)")
            }
            for (index, play) in demo.steps.enumerated() {
                let step = play()
                if !step.isAsExpected { failures += 1 }
                try context.writeLine(asJSON ? step.json(number: index + 1) : step.text(number: index + 1))
                try context.flush()
            }
            if !asJSON {
                try context.writeLine(
                    failures == 0
                        ? "Every step went as expected."
                        : "\(failures) of \(demo.steps.count) steps did not go as expected."
                )
            }
        }
        return code == .done && failures > 0 ? .failed : code
    }

    private static func finish(
        _ context: inout CommandContext,
        _ body: (inout CommandContext) throws(CommandError) -> Void
    ) -> ExitCode {
        do throws(CommandError) {
            try body(&context)
            try context.flush()
            return .done
        } catch {
            if let message = error.message { context.say(message) }
            return error.code
        }
    }
}
