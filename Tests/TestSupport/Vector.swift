// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One file of `Tests/Vectors`: a JSON object with one reason to be there.
package struct Vector: Sendable, CustomStringConvertible {
    package let name: String
    /// The file's bytes, so that the vector stays `Sendable`; parsed at each use.
    private let data: Data

    package init(_ file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        data = try Data(contentsOf: file)
    }

    /// All vectors of one folder below `Tests/Vectors`.
    package static func all(_ folder: String) -> [Vector] {
        TestFiles.list("Vectors/\(folder)", ending: ".json").compactMap { try? Vector($0) }
    }

    package var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    package var description: String { name }
}
