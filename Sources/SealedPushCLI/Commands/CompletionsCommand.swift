// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// `completions bash`: completes commands and options in a shell.
struct CompletionsCommand: Command {
    static let name = "completions"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush completions bash

        Prints a script that completes commands, options and the names in the store.

        options:
          -h, --help   this text

        example:
          $ sealedpush completions bash > ~/.local/share/bash-completion/completions/sealedpush

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

    /// Options that take a key, which may be a name in the store.
    private static let keyOptions = ["--to", "--from", "--trust"]
    /// Commands of which the operand is a name in the store.
    private static let namedCommands = [
        KeyShowCommand.name, KeyCardCommand.name, KeyVerifyCommand.name, KeyRotateCommand.name, KeyRevokeCommand.name,
        KeyDeleteCommand.name, KeyExportCommand.name,
    ]

    private static func list(_ options: [Option]) -> String {
        Set(options.map(\.name) + [Option.help.name]).sorted().joined(separator: " ")
    }

    private static var script: String {
        let commands = SealedPushCommandLine.commands
        let names = commands.map { $0.name }
        let first = Set(names.map { String($0.prefix { $0 != " " }) }).union(Subprogram.names).union(["help"]).sorted()
        let second = names.filter { $0.hasPrefix("key ") }.map { $0.dropFirst(4) }.joined(separator: " ")
        let options = commands.map { "'\($0.name)') words='\(list($0.options))' ;;" }
        return """
            # Completion of sealedpush for bash.
            _sealedpush() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at=1 words= command
                local store=()
                COMPREPLY=()
                while [ "$at" -lt "$COMP_CWORD" ]; do
                    case "${COMP_WORDS[at]}" in
                    --store) store=(--store "${COMP_WORDS[at+1]}"); at=$((at + 2)) ;;
                    -*) at=$((at + 1)) ;;
                    *) break ;;
                    esac
                done
                [ "$at" -le "$COMP_CWORD" ] || return
                command=${COMP_WORDS[at]}
                if [ "$command" = key ] && [ "$at" -lt "$COMP_CWORD" ]; then
                    at=$((at + 1))
                    command="key ${COMP_WORDS[at]}"
                fi
                if [ "$at" -eq "$COMP_CWORD" ]; then
                    case "$command" in
                    'key '*) words='\(second)' ;;
                    -*) words='\(list(SealedPushCommandLine.options))' ;;
                    *) words='\(first.joined(separator: " "))' ;;
                    esac
                elif [ "${word#-}" != "$word" ]; then
                    case "$command" in
                    \(options.joined(separator: "\n        "))
                    \(Subprogram.names.joined(separator: "|")))
                        # A program of its own, which knows its options.
                        words=$(sealedpush "$command" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u) ;;
                    esac
                else
                    case "$before:$command" in
                    \(keyOptions.map { "\($0):*" }.joined(separator: "|"))|*:\(namedCommands.map { "'\($0)'" }.joined(separator: "|*:")))
                        # Names that a shell could take apart are left to whoever types them.
                        words=$(sealedpush "${store[@]}" key list --json 2>/dev/null |
                            sed -n 's/.*"name":"\\([[:alnum:]._-]*\\)".*/\\1/p') ;;
                    esac
                fi
                [ -n "$words" ] || return
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            }
            complete -o default -F _sealedpush sealedpush

            """
    }
}
