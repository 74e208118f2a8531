// SPDX-License-Identifier: Apache-2.0

import Testing

/// Expects what every error looks like: that exit code, nothing on standard output, and one printable line.
///
/// - Parameter says: parts of that line.
func expectRefusal(
    _ result: CommandResult,
    _ code: Int32,
    says: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(result.code == code, "\(result.error)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, "\(result.text)", sourceLocation: sourceLocation)
    expectOneLine(result.error, sourceLocation: sourceLocation)
    for part in says {
        #expect(result.error.contains(part), "\(result.error)", sourceLocation: sourceLocation)
    }
}

/// Expects one line that begins with the program's name, in lower case, with nothing in it that a terminal would obey.
func expectOneLine(_ error: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error.hasPrefix("sealedpush: "), "\(error)", sourceLocation: sourceLocation)
    #expect(error.hasSuffix("\n"), "\(error)", sourceLocation: sourceLocation)
    #expect(error.split(separator: "\n").count == 1, "\(error)", sourceLocation: sourceLocation)
    #expect(!error.hasSuffix(".\n"), "\(error)", sourceLocation: sourceLocation)
    expectPrintable(error, sourceLocation: sourceLocation)
}

/// Expects text without a control, format or separator character other than line feeds.
func expectPrintable(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let raw = text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format: scalar != "\u{200d}" && scalar != "\u{200c}"
        case .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
    #expect(raw.isEmpty, "\(raw.map { String($0.value, radix: 16) })", sourceLocation: sourceLocation)
}
