// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The half of the package that only a Mac builds, as far as Linux can check it.
struct AppleHalfTests {
    private static let folder = TestFiles.package.appending(path: "Sources/CSealedPushSodiumApple")

    @Test("The C target for Apple platforms compiles, against the libsodium of this system")
    func compiles() throws {
        let outcome = try Child.run(
            "clang",
            ["-fsyntax-only", "-std=c11", "-Wall", "-Wextra", "-Werror"]
                + ["-I", Self.folder.appending(path: "include").path, Self.folder.appending(path: "anchor.c").path]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    @Test("SealedPushCore compiles over the module that SwiftPM makes of it")
    func coreCompilesOverIt() throws {
        // SwiftPM's module map for a C target with a header of the target's name.
        let header = Self.folder.appending(path: "include/CSealedPushSodium.h").path
        let modules = try TemporaryDirectory()
        try modules.write("module.modulemap", "module CSealedPushSodium { umbrella header \"\(header)\" export * }\n")
        let files = try SourceFile.all(below: "Sources/SealedPushCore")
        let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        let outcome = try Child.run(
            "swiftc",
            ["-typecheck", "-swift-version", "6", "-module-name", "SealedPushCore", "-package-name", "sealedpush"]
                + ["-strict-memory-safety", "-warnings-as-errors", "-I", modules.url.path]
                + ["-module-cache-path", modules.path("cache")]
                + features.flatMap { ["-enable-upcoming-feature", $0] }
                + files.map { TestFiles.package.appending(path: $0.path).path }
        )
        #expect(outcome.code == 0, "\(outcome.error)")
    }
}
#endif
