// SPDX-License-Identifier: Apache-2.0

/// The name of a sound file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file's name.
    public let rawValue: String

    /// Takes a file's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a file's name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
