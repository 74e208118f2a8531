// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// One step of the demo, as it went.
struct DemoStep {
    /// What happens, in a sentence.
    let title: String
    /// What there is to see.
    let lines: [(name: String, value: String)]
    /// What should have come of it, in a sentence.
    let expectation: String
    let isAsExpected: Bool

    func text(number: Int) -> String {
        let width = (lines.map(\.name.count).max() ?? 0) + 2
        let details = lines.map { line in
            "   \(line.name):" + String(repeating: " ", count: width - line.name.count - 1)
                + PrintableText.escape(line.value)
        }
        let verdict = isAsExpected ? "   as expected: \(expectation)" : "   NOT AS EXPECTED: \(expectation)"
        return (["\(number). \(title)"] + details + [verdict, ""]).joined(separator: "\n")
    }

    func json(number: Int) -> String {
        let details = JSONComposer.object(lines.map { ($0.name, JSONString.quote($0.value)) })
        let object = JSONComposer.object([
            ("step", JSONComposer.text(UInt64(number))),
            ("title", JSONString.quote(title)),
            ("seen", details),
            ("expected", JSONString.quote(expectation)),
            ("ok", JSONComposer.text(isAsExpected)),
        ])
        return String(decoding: object, as: UTF8.self)
    }
}
