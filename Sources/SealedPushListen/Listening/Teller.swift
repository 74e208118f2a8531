// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// Tells other programs: lines on standard output, and a program for each push that was opened and each response.
///
/// The program for a push runs once that stands in the journal, which is the listener's to see to.
final class Teller: Sendable {
    /// Something to tell.
    enum News: Sendable {
        case push(PushReport, isInDoubt: Bool)
        case refused(OpenFailure.Reason)
        case response(Response)
    }

    /// What the user did with a notification.
    struct Response: Hashable, Sendable {
        /// The id of the message; `nil` for one that was not opened.
        let id: String?
        /// `open`, `dismiss`, or the identifier of an action.
        let action: String
        let text: String?
    }

    private let lines: LineWriter?
    private let program: ProgramQueue?

    init(lines: LineWriter?, program: ProgramQueue?) {
        self.lines = lines
        self.program = program
    }

    /// Writes the line; begins the program for a response, or puts it into its queue.
    ///
    /// - Returns: `false` where nobody reads the lines any longer.
    func tell(_ news: News) -> Bool {
        let line = Self.line(news)
        if let lines, !lines.write(line) { return false }
        if case .response = news { program?.add(line) }
        return true
    }

    /// Waits a while until a program may be run for one push more.
    ///
    /// - Parameter isEnding: Whether there is no point in it any more; asked again and again.
    func waitForRoom(unless isEnding: () -> Bool) -> Bool { program?.waitForRoom(unless: isEnding) ?? true }

    /// What the program is to get for a push; `nil` where it is not run.
    func run(for report: PushReport) -> String? { program == nil || report.reason != nil ? nil : report.line }

    /// A run is in the journal.
    func noteRun() { program?.noteAdded() }

    static func line(_ news: News) -> String {
        switch news {
        case .push(let report, isInDoubt: false): return report.line
        // An object is never empty here: it has a status.
        case .push(let report, isInDoubt: true): return report.line.dropLast() + #","inDoubt":true}"#
        case .refused(let reason):
            return string([("status", JSONString.quote("refused")), ("reason", JSONString.quote(reason.rawValue))])
        case .response(let response):
            let object = JSONComposer.object([
                ("id", JSONComposer.text(response.id)), ("action", JSONString.quote(response.action)),
                ("text", JSONComposer.text(response.text)),
            ])
            return string([("response", object)])
        }
    }

    private static func string(_ members: [(name: String, value: [UInt8])?]) -> String {
        String(decoding: JSONComposer.object(members), as: UTF8.self)
    }
}
