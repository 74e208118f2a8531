// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushCLI

/// How arguments are read: the habits of every Unix command.
struct ArgumentReaderTests {
    private static let flag = Option("--flag", short: "f")
    private static let list = Option("--list", short: "l", value: "ITEM", repeats: true)
    private static let options = [flag, list, Option.output, Option.json]

    /// What the reader makes of the arguments: operands as they are, options as `--name` or `--name=value`.
    private func read(_ arguments: [String]) throws(UsageError) -> [String] {
        var reader = ArgumentReader(arguments, options: Self.options)
        var found: [String] = []
        while let argument = try reader.next() {
            switch argument {
            case .operand(let text): found.append(text)
            case .option(let option):
                found.append(option.value == nil ? option.name : "\(option.name)=\(try reader.value(for: option))")
            }
        }
        return found
    }

    @Test(
        "Options and operands are told apart",
        arguments: [
            ([], []),
            (["a", "b"], ["a", "b"]),
            (["-"], ["-"]),
            ([""], nil),
            (["--output="], nil),
            (["-o", ""], nil),
            (["--flag", "a"], ["--flag", "a"]),
            (["a", "--flag"], ["a", "--flag"]),
            (["-f", "a"], ["--flag", "a"]),
            (["-o", "FILE"], ["--output=FILE"]),
            (["-oFILE"], ["--output=FILE"]),
            (["--output", "FILE"], ["--output=FILE"]),
            (["--output=FILE"], ["--output=FILE"]),
            (["--output=a=b"], ["--output=a=b"]),
            (["-fo", "FILE"], ["--flag", "--output=FILE"]),
            (["-foFILE"], ["--flag", "--output=FILE"]),
            (["-o", "-"], ["--output=-"]),
            (["-o", "--flag"], ["--output=--flag"]),
            (["-l", "1", "-l2", "--list=3"], ["--list=1", "--list=2", "--list=3"]),
            (["--", "--flag", "-o", "--", "x"], ["--flag", "-o", "--", "x"]),
            (["--flag", "--"], ["--flag"]),
            (["-o", "--", "x"], ["--output=--", "x"]),
            (["-é"], nil),
            (["-fx"], nil),
            (["--flag=yes"], nil),
            (["-f", "-f"], nil),
            (["-ff"], nil),
            (["-o", "1", "-o", "2"], nil),
            (["-o"], nil),
            (["--output"], nil),
            (["-fo"], nil),
            (["--out=x"], nil),
        ] as [([String], [String]?)]
    )
    func reads(_ arguments: [String], _ expected: [String]?) {
        #expect((try? read(arguments)) == expected)
    }

    @Test(
        "An unknown option gets a suggestion where one is near",
        arguments: [
            ("--flga", "unknown option --flga; did you mean --flag?"),
            ("--outptu=x", "unknown option --outptu; did you mean --output?"),
            ("--jsn", "unknown option --jsn; did you mean --json?"),
            ("--something-else", "unknown option --something-else"),
            ("-x", "unknown option -x"),
            ("--\u{1b}[2J", "unknown option --\\u{1b}[2J"),
        ]
    )
    func suggests(_ argument: String, _ message: String) {
        #expect(throws: UsageError(message)) { try read([argument]) }
    }

    @Test(
        "Errors name the option and what it needs",
        arguments: [
            (["-o"], "--output needs a value: --output FILE"),
            (["--list"], "--list needs a value: --list ITEM"),
            (["-o", ""], "--output is empty: is a variable of the shell not set?"),
            ([""], "an argument is empty: is a variable of the shell not set?"),
            (["-f", "--flag"], "--flag is given twice"),
            (["-o1", "-o2"], "--output is given twice"),
            (["--flag=yes"], "'yes' is given to an option that takes no value"),
        ]
    )
    func errors(_ arguments: [String], _ message: String) {
        #expect(throws: UsageError(message)) { try read(arguments) }
    }

    @Test("--help ends the reading wherever it stands, but not after --", arguments: ["--help", "-h", "-fh"])
    func help(_ argument: String) {
        #expect(throws: UsageError.helpWanted) { try read(["x", argument, "--unknown"]) }
        #expect((try? read(["--", argument])) == [argument])
    }
}
