// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// The command line of the listener.
enum ListenCommand {
    static func run(_ context: CommandContext, _ signals: EndingSignals) async -> ExitCode {
        var context = context
        do throws(UsageError) {
            let options = try ListenOptions(context.arguments)
            return await listen(options, context, signals)
        } catch .helpWanted {
            do throws(CommandError) {
                try context.write(ListenHelp.text.utf8)
                try context.flush()
                return .done
            } catch {
                return error.code
            }
        } catch {
            context.say(error.message)
            return .usage
        }
    }

    private static func listen(
        _ options: ListenOptions,
        _ context: CommandContext,
        _ signals: EndingSignals
    ) async -> ExitCode {
        let speaker = Speaker(isQuiet: options.isQuiet)
        let ending = Ending()
        signals.watch(ending)
        do throws(CommandError) {
            let session = try await ListenSession(options, context: context, ending: ending, speaker: speaker)
            return try await session.run()
        } catch {
            if let message = error.message { speaker.complain(message) }
            return error.code
        }
    }
}
