// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCLI

/// `completions bash`: the script as bash runs it.
struct CompletionsTests {
    private let store: StoreFolder
    private let script: String

    init() throws {
        store = try StoreFolder()
        script = try store.write("completion", CommandResult(["completions", "bash"]).output)
    }

    /// What bash offers for the last of these words.
    private func completions(_ words: String...) throws -> [String] {
        let bash = """
            tool=$0
            sealedpush() { "$tool" "$@"; }
            source "$1"
            shift
            COMP_WORDS=(sealedpush "$@")
            COMP_CWORD=$#
            _sealedpush
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """
        let result = try Tool.shell(
            bash,
            [script] + words,
            shell: "bash",
            environment: Tool.environment.merging(["SEALEDPUSH_STORE": store.path]) { $1 }
        )
        #expect(result.code == 0)
        #expect(result.error == "")
        return result.lines
    }

    @Test("bash takes the script without a word, and complete is told of it")
    func parses() throws {
        let result = try Tool.run("bash", ["-n", script])
        #expect(result.code == 0)
        #expect(result.error == "")
        let registered = try Tool.shell("source \"$1\" && complete -p sealedpush", [script], shell: "bash")
        #expect(registered.lines == ["complete -o default -F _sealedpush sealedpush"])
    }

    @Test("Commands, whole or begun")
    func commands() throws {
        #expect(
            try completions("") == [
                "completions", "demo", "doctor", "help", "inspect", "key", "listen", "open", "seal", "send",
            ]
        )
        #expect(try completions("o") == ["open"])
        #expect(try completions("do") == ["doctor"])
        #expect(try completions("x").isEmpty)
    }

    @Test("The words after key")
    func group() throws {
        let names = SealedPushCommandLine.commands.map { $0.name }.filter { $0.hasPrefix("key ") }
        #expect(try completions("key", "") == names.map { String($0.dropFirst(4)) })
        #expect(try completions("key", "re") == ["revoke"])
        #expect(try completions("key", "r") == ["rotate", "revoke"])
    }

    @Test("Every option of every command", arguments: SealedPushCommandLine.commands.map { $0.name })
    func options(_ name: String) throws {
        let command = try #require(SealedPushCommandLine.commands.first { $0.name == name })
        let words = name.split(separator: " ").map(String.init)
        let expected = Set(command.options.map(\.name) + ["--help"]).sorted()
        let offered = words.count == 2 ? try completions(words[0], words[1], "-") : try completions(words[0], "--")
        #expect(offered == expected)
    }

    @Test("A program beside this one is asked for its options")
    func subprogram() throws {
        let bash = """
            sealedpush() { [ "$2" = --help ] && echo 'usage: --to NAME, --made-up[=FILE], --to-file'; }
            source "$1"
            COMP_WORDS=(sealedpush send --) COMP_CWORD=2
            _sealedpush
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try Tool.shell(bash, [script], shell: "bash")
        #expect(result.lines == ["--made-up", "--to", "--to-file"])
    }

    @Test("Options before the command, and what stands after them")
    func global() throws {
        #expect(try completions("--") == ["--help", "--quiet", "--store", "--verbose", "--version"])
        #expect(try completions("-q", "--store", store.path, "key", "ve") == ["verify"])
        #expect(try completions("--store", "").isEmpty)
    }

    @Test("Names in the store where a name is wanted, and those that a shell takes apart nowhere")
    func names() throws {
        for name in ["phone", "my phone", "it's", "telefon", "$(id)"] {
            try store.done(["key", "new", "device", name])
        }
        for command in ["show", "card", "verify", "rotate", "revoke", "delete", "export"] {
            #expect(try completions("key", command, "") == ["phone", "telefon"])
            #expect(try completions("key", command, "p") == ["phone"])
        }
        for option in ["--to", "--from"] { #expect(try completions("seal", option, "t") == ["telefon"]) }
        #expect(try completions("open", "--trust", "t") == ["telefon"])
        #expect(try completions("seal", "--body", "t").isEmpty)
        #expect(try completions("key", "new", "").isEmpty)
        let other = try StoreFolder()
        #expect(try completions("--store", other.path, "key", "show", "").isEmpty)
    }
}
