// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// The `sealedpush` command: finds the subcommand, runs it, turns errors into one line and an exit code.
package enum SealedPushCommandLine {
    /// Every subcommand, in the order of the help.
    package static let commands: [any Command.Type] = [
        KeyNewCommand.self, KeyListCommand.self, KeyShowCommand.self, KeyPublicCommand.self, KeyCardCommand.self,
        KeyTrustCommand.self, KeyVerifyCommand.self, KeyRotateCommand.self, KeyRevokeCommand.self,
        KeyDeleteCommand.self, KeyExportCommand.self, KeyImportCommand.self,
        SealCommand.self, OpenCommand.self, InspectCommand.self, DoctorCommand.self, CompletionsCommand.self,
    ]

    private static let store = Option("--store", value: "FILE")
    private static let quiet = Option("--quiet", short: "q")
    private static let verbose = Option("--verbose", short: "v")
    private static let version = Option("--version")
    /// The options that stand before a command.
    package static let options = [store, quiet, verbose, version, .help]

    /// Runs the command of the context's arguments to its end.
    package static func run(_ context: inout CommandContext) -> ExitCode {
        defer { context.closeStore() }
        var failure: CommandError?
        var code = ExitCode.done
        do throws(CommandError) {
            code = try invocation(in: &context).run(in: &context)
        } catch {
            failure = error
        }
        do throws(CommandError) {
            // Also after an error: what was written before it is a result, such as the lines of other recipients.
            try context.flush()
        } catch {
            failure = failure ?? error
        }
        guard let failure else { return code }
        if let message = failure.message { context.say(message) }
        return failure.code
    }

    private static func invocation(in context: inout CommandContext) throws(CommandError) -> Invocation {
        do throws(UsageError) {
            return try Invocation(of: &context)
        } catch {
            throw CommandError(error)
        }
    }

    /// What a command line asks for.
    private indirect enum Invocation {
        case usage
        case version
        case help(String)
        case command(any Command)
        case subprogram(String, [String])

        init(of context: inout CommandContext) throws(UsageError) {
            try requireNoSecret(context.arguments)
            // Options before the command are the program's, those after it the command's.
            let own = ownArguments(context.arguments)
            var words = context.arguments.dropFirst(own.count)
            var wantsHelp = words.first == "help"
            if wantsHelp { words.removeFirst() }
            do throws(UsageError) {
                if try readOptions(own, into: &context) {
                    self = .version
                    return
                }
            } catch UsageError.helpWanted {
                wantsHelp = true
            }
            guard !words.isEmpty else {
                self = wantsHelp ? .help(MainHelp.text) : .usage
                return
            }
            // The main help has the commands of a group.
            if words.first == "key", words.dropFirst().first.map({ ["--help", "-h"].contains($0) }) ?? wantsHelp {
                self = .help(MainHelp.text)
                return
            }
            if let name = words.first, Subprogram.names.contains(name) {
                // The demo uses no store; the others take the options of this program as theirs.
                let own = name == "demo" ? [] : [String](own)
                self = .subprogram(name, own + words.dropFirst() + (wantsHelp ? ["--help"] : []))
                return
            }
            let (command, arguments) = try find(words)
            guard !wantsHelp else {
                self = .help(command.help)
                return
            }
            do throws(UsageError) {
                var reader = ArgumentReader(
                    arguments,
                    options: command.options,
                    misplaced: .init(
                        options: options,
                        place: "before the command: sealedpush [--store FILE] [-q|-v] COMMAND …"
                    )
                )
                self = .command(try command.init(parsing: &reader))
            } catch UsageError.helpWanted {
                self = .help(command.help)
            }
        }

        func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
            switch self {
            case .usage:
                context.sayPlain(MainHelp.usage)
                return .usage
            case .version:
                try context.writeLine(
                    "sealedpush \(Version.current) (envelope version \(Envelope.version), libsodium \(Sodium.version))"
                )
            case .help(let text):
                try context.write(text.utf8)
            case .command(let command):
                return try command.run(in: &context)
            case .subprogram(let name, let arguments):
                return try Subprogram.run(name, arguments)
            }
            return .done
        }
    }

    /// Whether the version is asked for.
    private static func readOptions(
        _ arguments: ArraySlice<String>,
        into context: inout CommandContext
    ) throws(UsageError) -> Bool {
        var reader = ArgumentReader(
            arguments,
            options: options,
            misplaced: .init(options: commands.flatMap { $0.options }, place: "after the command")
        )
        var wantsVersion = false
        while case .option(let option)? = try reader.next() {
            wantsVersion = try read(option, from: &reader, into: &context) || wantsVersion
        }
        return wantsVersion
    }

    /// Takes one of `options` into a context; says whether the version is asked for.
    package static func read(
        _ option: Option,
        from arguments: inout ArgumentReader,
        into context: inout CommandContext
    ) throws(UsageError) -> Bool {
        switch option {
        case store: context.storeOption = try arguments.value(for: store)
        case quiet: context.isQuiet = true
        case verbose: context.isVerbose = true
        default: return true
        }
        guard !(context.isQuiet && context.isVerbose) else {
            throw UsageError("--quiet and --verbose contradict each other: leave one out")
        }
        return false
    }

    /// Refuses secret keys as arguments, whatever program they are for.
    package static func requireNoSecret(_ arguments: [String]) throws(UsageError) {
        guard !arguments.contains(where: KeyArgument.holdsSecretKey) else { throw .secretArgument }
    }

    /// The arguments before the command: options, and the value that `--store` takes.
    private static func ownArguments(_ arguments: [String]) -> ArraySlice<String> {
        var end = 0
        while end < arguments.count, arguments[end].hasPrefix("-"), arguments[end] != "-", arguments[end] != "--" {
            end += arguments[end] == store.name ? 2 : 1
        }
        return arguments.prefix(end)
    }

    private static func find(_ words: ArraySlice<String>) throws(UsageError) -> (any Command.Type, ArraySlice<String>) {
        for command in commands {
            let name = command.name.split(separator: " ").map(String.init)
            if words.starts(with: name) { return (command, words.dropFirst(name.count)) }
        }
        let isGroup = words.first == "key"
        let given = words.prefix(isGroup ? 2 : 1).joined(separator: " ")
        if isGroup && words.count == 1 { throw UsageError("'key' needs a word more: \(groupWords)") }
        let near = Suggestion.nearest(to: given, among: commands.map { $0.name } + Subprogram.names).map {
            "did you mean '\($0)'?"
        }
        throw UsageError(
            "unknown command '\(PrintableText.excerpt(given))'; \(near ?? "'sealedpush --help' lists them")"
        )
    }

    private static var groupWords: String {
        commands.map { $0.name }.filter { $0.hasPrefix("key ") }.map { "'\($0)'" }.joined(separator: ", ")
    }
}
