// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The rules that `Package.swift` keeps for the sake of those who depend on it.
struct ManifestTests {
    private static let manifest = Result { try Manifest.load(strict: false) }

    @Test("No two target or product names differ by case alone: on a Mac's disk they would be one file")
    func namesDiffer() throws {
        let manifest = try Self.manifest.get()
        let names = Set(manifest.targets.map(\.name) + manifest.products.map(\.name))
        let groups = Dictionary(grouping: names) { $0.lowercased() }
        #expect(groups.values.filter { $0.count > 1 } == [])
        #expect(names.isSuperset(of: ["SealedPushCore", "SealedPushSender", "SealedPushReceiver", "sealedpush"]))
    }

    @Test("Target names are ours alone, for SwiftPM wants them different in a whole graph of packages")
    func namesAreOurs() throws {
        // Named after Apple's modules on purpose.
        let exceptions: Set = ["CoreLocation", "UserNotifications"]
        let targets = try Self.manifest.get().targets.filter { !$0.isForTests && !exceptions.contains($0.name) }
        #expect(targets.map(\.name).filter { !$0.contains("SealedPush") && !$0.contains("Notification") } == [])
        let systems = try Self.manifest.get().targets.filter { $0.type == "system" }
        #expect(systems.filter { !$0.name.hasPrefix("CSealedPush") }.map(\.name) == [])
    }

    @Test("No type is named like a module")
    func noTypeIsNamedLikeAModule() throws {
        let modules = Set(try Self.manifest.get().targets.map(\.name) + ["SealedPush"])
        var found: [String] = []
        let declaration = #"\b(?:struct|class|enum|protocol|actor|typealias) (\w+)"#
        for file in try SourceFile.all(below: "Sources", "Tests") {
            for match in try file.matches(declaration) where modules.contains(match.groups[1]) {
                found.append("\(file.path):\(match.line)")
            }
        }
        #expect(found == [])
    }

    @Test("C modules are no products")
    func cModulesAreNoProducts() throws {
        let manifest = try Self.manifest.get()
        let modules = Set(manifest.targets.filter { !$0.isSwift }.map(\.name))
        #expect(modules.contains("CSealedPushSodium"))
        #expect(manifest.products.filter { !modules.isDisjoint(with: $0.targets) }.map(\.name) == [])
    }

    @Test("There are no unsafe flags, which no package with a version may have")
    func noUnsafeFlags() throws {
        for strict in [false, true] {
            let targets = try Manifest.load(strict: strict).targets
            #expect(targets.filter { $0.has("unsafeFlags") }.map(\.name) == [])
        }
        let manifest = try SourceFile("Package.swift")
        #expect(try manifest.places("unsafeFlags") == [])
    }

    @Test("Warnings are errors where SEALEDPUSH_STRICT is set, and nowhere else")
    func strictnessIsOurs() throws {
        let usual = try Self.manifest.get().targets
        #expect(usual.filter { $0.has("treatAllWarnings") || $0.has("treatWarning") }.map(\.name) == [])
        let strict = try Manifest.load(strict: true).targets.filter(\.isSwift)
        #expect(strict.filter { !$0.has("treatAllWarnings", "error") }.map(\.name) == [])
    }

    @Test("Every Swift target is in Swift 6 mode, and what users link is checked for memory safety")
    func settings() throws {
        let targets = try Self.manifest.get().targets.filter(\.isSwift)
        #expect(targets.filter { !$0.has("swiftLanguageMode", "6") }.map(\.name) == [])
        #expect(targets.filter { !$0.isForTests && !$0.has("strictMemorySafety") }.map(\.name) == [])
    }

    @Test("Nothing asks whether UserNotifications can be imported: the answer changes from build to build")
    func noImportTestForUserNotifications() throws {
        let files = try SourceFile.all(below: "Sources", "Tests", "Examples") + [SourceFile("Package.swift")]
        let places = try files.flatMap { try $0.places(#"canImport\(\s*UserNotifications\b"#) }
        #expect(places == [])
    }
}
