// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The files that tests read: everything is below `Tests`, so that a clone alone is enough.
package enum TestFiles {
    /// The folder `Tests`.
    package static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The top of the package.
    package static let package = tests.deletingLastPathComponent()

    /// The files of a folder below `Tests` with that ending, by name.
    package static func list(_ folder: String, ending: String) -> [URL] {
        let folder = tests.appending(path: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.appending(path: $0) }
    }

    /// Where the executables of this build are: beside the test bundle.
    package static var products: URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        // The test process is either the bundle itself or a helper of the toolchain that is given the bundle's path.
        if let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
            folder = URL(filePath: bundle).deletingLastPathComponent()
        }
        return folder
    }
}
