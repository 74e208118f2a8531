// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One file of `Tests/Vectors`: a JSON object with one reason to be there.
public struct Vector: Sendable, CustomStringConvertible {
    public let name: String
    /// The file's bytes, so that the vector stays `Sendable`; parsed at each use.
    private let data: Data

    public init(_ file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        data = try Data(contentsOf: file)
    }

    /// All vectors of one folder below `Tests/Vectors`.
    public static func all(_ folder: String) -> [Vector] {
        TestFiles.list("Vectors/\(folder)", ending: ".json").compactMap { try? Vector($0) }
    }

    public var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    public var description: String { name }
}
