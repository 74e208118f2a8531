// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A Swift file of the package, line by line.
struct SourceFile: Sendable {
    /// A place in it that was looked for, with what the groups of the pattern matched.
    struct Match {
        let line: Int
        let groups: [String]
    }

    /// From the top of the package.
    let path: String
    let lines: [String]
    /// The lines without their comments.
    private let code: String

    /// All Swift files below these folders of the package.
    static func all(below folders: String...) throws -> [SourceFile] {
        var files: [SourceFile] = []
        for folder in folders {
            let names = FileManager.default.enumerator(atPath: TestFiles.package.appending(path: folder).path)
            for case let name as String in names ?? .init() where name.hasSuffix(".swift") {
                files.append(try SourceFile("\(folder)/\(name)"))
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: TestFiles.package.appending(path: path), encoding: .utf8)
        lines = text.components(separatedBy: "\n")
        code = try NSRegularExpression(pattern: "//.*").stringByReplacingMatches(
            in: text,
            range: NSRange(location: 0, length: text.utf16.count),
            withTemplate: ""
        )
    }

    /// Its name without folder and ending.
    var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// Where a regular expression matches the code; `^` and `$` are the ends of a line.
    func matches(_ pattern: String) throws -> [Match] {
        // Foundation's, not Swift's: 120 files in a tenth of a second instead of ten.
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        let text = code as NSString
        return expression.matches(in: code, range: NSRange(location: 0, length: text.length)).map { match in
            let before = text.substring(to: match.range.location)
            let groups = (0..<match.numberOfRanges).map(match.range(at:)).map {
                $0.location == NSNotFound ? "" : text.substring(with: $0)
            }
            return Match(line: before.utf8.count { $0 == UInt8(ascii: "\n") } + 1, groups: groups)
        }
    }

    /// `path:line` of each match that has no reason in sight.
    ///
    /// - Parameter hasReason: whether the lines before, at and after a match say enough; nobody asks by default.
    func places(
        _ pattern: String,
        except hasReason: (_ before: String, _ line: String, _ after: String) -> Bool = { _, _, _ in false }
    ) throws -> [String] {
        func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }
        return try matches(pattern).map(\.line)
            .filter { !hasReason(line($0 - 1), line($0), line($0 + 1)) }
            .map { "\(path):\($0)" }
    }

    /// The modules it imports.
    var imports: [String] {
        get throws {
            try matches(#"^(?:@\w+ )*(?:public |package |internal )?import (?:\w+ )?(\w+)"#).map { $0.groups[1] }
        }
    }
}
