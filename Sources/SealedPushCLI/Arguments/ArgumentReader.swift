// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Reads arguments from left to right; it alone knows `--`, `=`, `-` and bundled flags.
package struct ArgumentReader {
    /// Options that this command line has at another place, and where that is.
    package struct Misplaced {
        let options: [Option]
        let place: String
    }

    /// What stands next on the command line.
    package enum Argument {
        case option(Option)
        case operand(String)
    }

    private let options: [Option]
    private let misplaced: Misplaced?
    private var rest: ArraySlice<String>
    /// Flags still to come out of a bundle such as `-qv`, or the value glued to `-o`.
    private var bundle: Substring = ""
    /// The value after `=`, until `value(for:)` takes it.
    private var attached: String?
    private var onlyOperands = false
    private var seen: Set<Option> = []

    /// - Parameters:
    ///   - options: those of the command; `--help` comes by itself.
    ///   - misplaced: those that somebody may well write here, though they stand elsewhere.
    package init(_ arguments: some Sequence<String>, options: [Option], misplaced: Misplaced? = nil) {
        rest = ArraySlice(arguments)
        self.options = options + [.help]
        self.misplaced = misplaced
    }

    /// The next option or operand; `nil` at the end.
    package mutating func next() throws(UsageError) -> Argument? {
        if let attached {
            throw UsageError("'\(PrintableText.excerpt(attached))' is given to an option that takes no value")
        }
        if let flag = bundle.popFirst() { return .option(try option(short: flag)) }
        guard let argument = rest.popFirst() else { return nil }
        guard !argument.isEmpty else { throw UsageError("an argument is empty: is a variable of the shell not set?") }
        if onlyOperands || argument == "-" || !argument.hasPrefix("-") { return .operand(argument) }
        if argument == "--" {
            onlyOperands = true
            return try next()
        }
        if argument.hasPrefix("--") { return .option(try option(long: argument)) }
        bundle = argument.dropFirst(2)
        return .option(try option(short: argument[argument.index(after: argument.startIndex)]))
    }

    /// The value of an option that was just read.
    package mutating func value(for option: Option) throws(UsageError) -> String {
        guard let value = takeValue() else {
            throw UsageError("\(option.name) needs a value: \(option.name) \(option.value ?? "VALUE")")
        }
        guard !value.isEmpty || option.takesEmpty else {
            throw UsageError("\(option.name) is empty: is a variable of the shell not set?")
        }
        return value
    }

    private mutating func takeValue() -> String? {
        if let value = attached {
            attached = nil
            return value
        }
        guard bundle.isEmpty else {
            defer { bundle = "" }
            return String(bundle)
        }
        return rest.popFirst()
    }

    /// Reads to the end, for a command with options that need no reading and one operand at most.
    mutating func onlyOperand(_ what: String) throws(UsageError) -> String? {
        var operands: [String] = []
        while let argument = try next() {
            if case .operand(let text) = argument { operands.append(text) }
        }
        guard operands.count <= 1 else { throw UsageError("one \(what) at most") }
        return operands.first
    }

    /// Reads to the end, for a command that takes flags alone; says which were given.
    mutating func onlyFlags(else message: String) throws(UsageError) -> Set<Option> {
        var flags: Set<Option> = []
        var hasOperand = false
        while let argument = try next() {
            switch argument {
            case .option(let option): flags.insert(option)
            case .operand: hasOperand = true
            }
        }
        guard !hasOperand else { throw UsageError(message) }
        return flags
    }

    private mutating func option(long argument: String) throws(UsageError) -> Option {
        let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        guard let option = options.first(where: { $0.name == name }) else {
            throw unknown(name) { $0.name == name }
        }
        attached = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
        return try once(option)
    }

    private mutating func option(short flag: Character) throws(UsageError) -> Option {
        guard let option = options.first(where: { $0.short == flag }) else {
            throw unknown("-\(flag)") { $0.short == flag }
        }
        return try once(option)
    }

    private func unknown(_ spelling: String, where isIt: (Option) -> Bool) -> UsageError {
        var hint = ""
        if let misplaced, misplaced.options.contains(where: isIt) {
            hint = "; it stands \(misplaced.place)"
        } else if let near = Suggestion.nearest(to: spelling, among: options.map(\.name)) {
            hint = "; did you mean \(near)?"
        }
        return UsageError("unknown option \(PrintableText.excerpt(spelling))\(hint)")
    }

    private mutating func once(_ option: Option) throws(UsageError) -> Option {
        if option == .help { throw .helpWanted }
        guard seen.insert(option).inserted || option.repeats else { throw UsageError("\(option.name) is given twice") }
        return option
    }
}
