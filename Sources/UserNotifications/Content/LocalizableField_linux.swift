// SPDX-License-Identifier: Apache-2.0

/// The texts of a content that may have a key in the app's `Localizable.strings`.
enum LocalizableField: String, CaseIterable, Hashable, Sendable {
    case title
    case subtitle
    case body

    var path: WritableKeyPath<ContentFields, String> {
        switch self {
        case .title: \.title
        case .subtitle: \.subtitle
        case .body: \.body
        }
    }
}

extension ContentFields {
    /// Sets a text, and remembers the key where it was made of one.
    mutating func set(_ field: LocalizableField, to text: String) {
        self[keyPath: field.path] = text
        localizations[field] = LocalizationKey.origin(of: text)
    }

    /// The same with every text that has a key looked up anew; one whose key the app does not know stays.
    var localized: ContentFields {
        var result = self
        for (field, key) in localizations {
            if let text = key.text { result[keyPath: field.path] = text }
        }
        return result
    }

    /// The keys as values of a property list, for archives.
    var localizationValues: [AnyHashable: Any] {
        var values: [AnyHashable: Any] = [:]
        for (field, key) in localizations { values[field.rawValue] = [key.key] + key.arguments }
        return values
    }

    /// Reads `localizationValues`; what is something else is left out.
    static func localizations(_ values: Any?) -> [LocalizableField: LocalizationKey] {
        guard let values = values as? [AnyHashable: Any] else { return [:] }
        var keys: [LocalizableField: LocalizationKey] = [:]
        for field in LocalizableField.allCases {
            guard let texts = values[field.rawValue] as? [String], let key = texts.first else { continue }
            keys[field] = LocalizationKey(key: key, arguments: [String](texts.dropFirst()))
        }
        return keys
    }
}

extension UNNotificationContent {
    /// The content as it is delivered: texts with a key in the language of this moment.
    package var localized: UNNotificationContent {
        fields.localizations.isEmpty ? self : UNNotificationContent(fields: fields.localized)
    }

    /// Whether a text was made of a key, and is not to be read as a format again.
    package var bodyIsLocalized: Bool { fields.localizations[.body] != nil }
}
