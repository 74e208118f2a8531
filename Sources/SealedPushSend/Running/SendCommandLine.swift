// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// The program: reads what is wanted, does it, turns errors into one line and an exit code.
enum SendCommandLine {
    /// Gives the deliverers for what the command line asks.
    typealias Making = @Sendable (borrowing SendCommand, CommandContext) -> Deliverers.Maker

    /// Those that talk to the network.
    static let network: Making = { command, context in
        NetworkDeliverers.maker(
            command.delivery,
            environment: context.environment,
            input: context.input,
            rehearsing: command.isRehearsal,
            now: context.now
        )
    }

    /// - Parameters:
    ///   - context: Everything that it reaches of the world.
    ///   - making: Gives the deliverers.
    ///   - stopping: What ends a queue.
    static func run(
        _ context: inout CommandContext,
        making: Making = network,
        stopping: () -> StopSignal? = { Stop().map { StopSignal($0) } }
    ) async -> ExitCode {
        defer { context.closeStore() }
        do throws(CommandError) {
            guard let command = try command(in: &context) else {
                try context.flush()
                return .done
            }
            return try await command.run(Deliverers(making(command, context)), stopping: stopping, in: &context)
        } catch {
            if let message = error.message { context.say(message) }
            return error.code
        }
    }

    /// `nil` where the answer is a text, which is written.
    private static func command(in context: inout CommandContext) throws(CommandError) -> SendCommand? {
        do throws(UsageError) {
            if let command = try SendCommand(parsing: &context) { return command }
        } catch .helpWanted {
            try context.write(SendCommand.help.utf8)
            return nil
        } catch {
            throw CommandError(error)
        }
        try context.writeLine("sealedpush-send \(Version.current)")
        return nil
    }
}
