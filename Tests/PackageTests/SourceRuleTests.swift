// SPDX-License-Identifier: Apache-2.0

import Testing

/// The rules that neither the compiler nor `swift format lint` checks.
struct SourceRuleTests {
    private let sources: [SourceFile]

    init() throws {
        sources = try SourceFile.all(below: "Sources")
        try #require(sources.count > 50)
    }

    @Test(
        "What goes into the static command imports no Foundation: it would grow from 11 to 70 MB",
        arguments: ["SealedPushCore", "SealedPushSender", "SealedPushReceiver", "SealedPushCLI", "SealedPushTool"]
    )
    func noFoundation(_ target: String) throws {
        let files = try SourceFile.all(below: "Sources/\(target)")
        try #require(!files.isEmpty)
        let importers = try files.filter { try $0.imports.contains { $0.hasPrefix("Foundation") } }.map(\.path)
        #expect(importers == [])
    }

    @Test("Only SealedPushCore imports libsodium")
    func oneTargetImportsSodium() throws {
        let importers = try sources.filter { try $0.imports.contains("CSealedPushSodium") }.map(\.path)
        #expect(!importers.isEmpty)
        #expect(importers.filter { !$0.hasPrefix("Sources/SealedPushCore/") } == [])
    }

    @Test("C modules are imported internally, so that no C type stands in a public signature")
    func cModulesStayInside() throws {
        let places = try sources.flatMap { try $0.places("(?:public|package) import CSealedPush") }
        #expect(places == [])
    }

    @Test("Nothing is forced")
    func nothingIsForced() throws {
        let places = try sources.flatMap { try $0.places(#"\btry!|\bas!|\bunowned\b"#) }
        #expect(places == [])
    }

    @Test("Nothing is left to do")
    func nothingIsLeftToDo() {
        let words: Set = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        let found = sources.filter { file in
            file.lines.contains { line in
                line.split { !$0.isLetter }.contains { words.contains(String($0)) }
            }
        }
        #expect(found.map(\.path) == [])
    }

    @Test("Every stop of the process says why, in a comment right above it")
    func stopsHaveReasons() throws {
        let places = try sources.flatMap { file in
            try file.places(#"\b(?:fatalError|preconditionFailure)\("#) { before, _, _ in
                // What nobody can call says so itself.
                before.isComment || before.contains("@available(*, unavailable")
            }
        }
        #expect(places == [])
    }

    @Test("Every precondition says what the caller has promised")
    func preconditionsHaveReasons() throws {
        let places = try sources.flatMap { try $0.places(#"\b(?:precondition|assert)\((?![^\n]*, "[^"\n]+"\)$)"#) }
        #expect(places == [])
    }

    @Test("Every promise that the compiler cannot check has its reason beside it")
    func attributesHaveReasons() throws {
        let places = try sources.flatMap { file in
            try file.places(#"@unchecked|@_\w+|@inlinable|@frozen|nonisolated\(unsafe\)"#) { before, line, after in
                before.isComment || line.contains("//") || after.isComment
            }
        }
        #expect(places == [])
    }

    @Test("A file is named after its primary type")
    func fileNames() throws {
        let words = "(?:(?:public|package|internal|final|open|indirect|nonisolated) )*"
        let kinds = "(struct|class|enum|protocol|actor|extension)"
        for file in try sources + SourceFile.all(below: "Tests") {
            let found = try file.matches(#"^\#(words)\#(kinds) (?:\w+\.)*(\w+)"#).map(\.groups)
            guard found.contains(where: { $0[1] != "extension" }) else { continue }
            let base = file.name.prefix { $0 != "+" && $0 != "_" }
            #expect(found.contains { $0[2] == base }, "\(file.path)")
        }
    }

    @Test("Every file begins with its licence")
    func licences() throws {
        let files = try sources + SourceFile.all(below: "Tests", "Examples") + [SourceFile("Package.swift")]
        let line = "// SPDX-License-Identifier: Apache-2.0"
        #expect(files.filter { !$0.lines.prefix(2).contains(line) }.map(\.path) == [])
    }
}

extension String {
    fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }
}
