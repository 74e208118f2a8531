// SPDX-License-Identifier: Apache-2.0

/// The neutral text shown when there is nothing better: what the provider sees, and what a failed push becomes.
public struct Placeholder: Hashable, Sendable {
    /// The text; `nil` when only the app's own localisation is used.
    public var text: String?
    /// A key into the app's `Localizable.strings`, sent as `loc-key`.
    public var localizationKey: String?
    /// The sound it is sent with; none unless asked for.
    public var sound: String?

    /// "New notification", without sound.
    public static let standard = Placeholder("New notification")

    /// Takes a text, and the key of its translations where the app has them.
    public init(_ text: String?, localizationKey: String? = nil, sound: String? = nil) {
        self.text = text
        self.localizationKey = localizationKey
        self.sound = sound
    }

    /// Whether the system would show anything of it.
    package var isVisible: Bool { !(text ?? "").isEmpty || !(localizationKey ?? "").isEmpty }

    /// The `aps` object of an outer payload, as far as the text goes.
    package var alert: [UInt8] {
        JSONComposer.object([
            text.map { ("body", JSONString.quote($0)) },
            localizationKey.map { ("loc-key", JSONString.quote($0)) },
        ])
    }
}
