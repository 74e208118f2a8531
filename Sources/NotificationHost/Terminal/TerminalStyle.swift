// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// How a notification looks as text.
struct TerminalStyle: Sendable {
    /// Unicode scalars of a field; more than anybody reads on a terminal.
    private static let longestField = 8000

    let isTerminal: Bool
    let isBold: Bool
    private let calendar: Calendar

    init(isTerminal: Bool, environment: [String: String], timeZone: TimeZone) {
        self.isTerminal = isTerminal
        // https://no-color.org: any value but an empty one.
        isBold = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The lines of a notification, with the bell where it has a sound.
    ///
    /// - Parameter number: What the user calls it; `nil` where nothing can be answered.
    func text(_ presentation: Presentation, number: Int?) -> String {
        var heading = time(presentation.date)
        if let number { heading = "[\(number)] \(heading)" }
        let title = line(presentation.title)
        if !title.isEmpty { heading += isBold ? "  \u{1b}[1m\(title)\u{1b}[0m" : "  \(title)" }
        var lines = [heading]
        if !presentation.subtitle.isEmpty { lines.append("    \(line(presentation.subtitle))") }
        // Each line is moved to the right, so that a body cannot look like a notification of its own.
        if !presentation.body.isEmpty { lines += block(presentation.body).map { "    \($0)" } }
        lines += presentation.attachments.map { "    attachment: \(line($0.path))" }
        if number != nil, !presentation.actions.isEmpty {
            let actions = presentation.actions.enumerated().map { index, action in
                "\(index + 1)) \(line(action.title))\(action.textInput == nil ? "" : " …")"
            }
            lines.append("    " + actions.joined(separator: "   "))
        }
        let hasBell = isTerminal && presentation.sound != nil && presentation.showsBanner && !presentation.isInDoubt
        return lines.joined(separator: "\n") + "\n" + (hasBell ? "\u{7}" : "")
    }

    /// A word to the user, on a line of its own.
    func remark(_ text: String) -> String { "\(line(text))\n" }

    private func time(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        func digits(_ number: Int?) -> String {
            let number = number ?? 0
            return number < 10 ? "0\(number)" : "\(number)"
        }
        return "\(digits(parts.hour)):\(digits(parts.minute))"
    }

    private func line(_ text: String) -> String { PrintableText.escape(cut(text)) }

    private func block(_ text: String) -> [String] {
        let text = cut(text).replacingOccurrences(of: "\r\n", with: "\n")
        return PrintableText.escape(text, keepingLineBreaks: true).components(separatedBy: "\n")
    }

    private func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > Self.longestField else { return text }
        return String(text.unicodeScalars.prefix(Self.longestField)) + "…"
    }
}
