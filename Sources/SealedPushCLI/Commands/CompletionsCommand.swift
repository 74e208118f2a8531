// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `completions bash`: completes commands and options in a shell.
struct CompletionsCommand: Command {
    static let name = "completions"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush completions bash

        Prints a script that completes commands, options and the names in the store:

          $ sealedpush completions bash > ~/.local/share/bash-completion/completions/sealedpush

        options:
          -h, --help   this text

        """

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        guard try arguments.onlyOperand("shell") == "bash" else {
            throw UsageError("which shell? sealedpush completions bash is the one there is")
        }
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        try context.write(Self.script.utf8)
        return .done
    }

    private static var script: String {
        let commands = SealedPushCommandLine.commands
        let names = commands.map { $0.name }
        let first = Set(names.map { String($0.prefix { $0 != " " }) }).union(Subprogram.names).union(["help"]).sorted()
        let second = names.filter { $0.hasPrefix("key ") }.map { $0.dropFirst(4) }.joined(separator: " ")
        let options = commands.map { command in
            let all = (command.options.map(\.name) + ["--help"]).joined(separator: " ")
            return "        '\(command.name)') words='\(all)' ;;"
        }
        return """
            # Completion of sealedpush for bash.
            _sealedpush() {
                local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
                COMPREPLY=()
                if [ "$command" = key ] && [ "$COMP_CWORD" -gt 1 ]; then command="key ${COMP_WORDS[2]}"; fi
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='\(first.joined(separator: " "))'
                elif [ "$COMP_CWORD" -eq 2 ] && [ "${COMP_WORDS[1]}" = key ]; then
                    words='\(second)'
                elif [ "${word#-}" != "$word" ]; then
                    case "$command" in
            \(options.joined(separator: "\n"))
                    esac
                else
                    return
                fi
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            }
            complete -o default -F _sealedpush sealedpush

            """
    }
}
