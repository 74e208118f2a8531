// SPDX-License-Identifier: Apache-2.0

/// A line that the user typed: a notification's number and what to do with it.
enum TerminalLine: Hashable, Sendable {
    case open(Int)
    case dismiss(Int)
    /// An action by its place, counted from 1; with the text that follows, if any.
    case act(Int, action: Int, text: String?)
    /// A text for the first action that takes one.
    case reply(Int, text: String)
    /// An empty line.
    case nothing
    /// What to say to a line that means nothing.
    case unknown

    static let help = "type a number, and then: nothing or open, dismiss, reply TEXT, or an action's number"

    init(_ line: String) {
        let words = line.split(maxSplits: 2) { $0.isWhitespace }
        guard let first = words.first else {
            self = .nothing
            return
        }
        guard let number = Int(first), number > 0 else {
            self = .unknown
            return
        }
        let rest = words.count > 2 ? Self.trimmed(words[2]) : ""
        switch words.dropFirst().first {
        case nil, "open": self = rest.isEmpty ? .open(number) : .unknown
        case "dismiss": self = rest.isEmpty ? .dismiss(number) : .unknown
        case "reply": self = rest.isEmpty ? .unknown : .reply(number, text: rest)
        case let word?:
            guard let action = Int(word), action > 0 else {
                self = .unknown
                return
            }
            self = .act(number, action: action, text: rest.isEmpty ? nil : rest)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }
}
