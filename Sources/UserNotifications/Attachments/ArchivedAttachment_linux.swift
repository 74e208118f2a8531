// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What an archive says of an attachment; whoever uses it checks the file again.
struct ArchivedAttachment {
    fileprivate enum Key {
        static let identifier = "identifier"
        static let path = "path"
        static let type = "type"
        static let options = "options"
    }

    let identifier: String
    let url: URL
    let type: AttachmentType
    let options: AttachmentOptions

    /// `nil` unless it has an identifier, an absolute path and a type that can be attached.
    init?(_ value: Any?) {
        guard let values = value as? [AnyHashable: Any],
            let identifier = values[Key.identifier] as? String, !identifier.isEmpty,
            let path = values[Key.path] as? String, path.hasPrefix("/"), !path.utf8.contains(0),
            let type = (values[Key.type] as? String).flatMap(AttachmentType.init(rawValue:)),
            let options = values[Key.options] as? [AnyHashable: Any]
        else { return nil }
        self.identifier = identifier
        url = URL(filePath: path, directoryHint: .notDirectory)
        self.type = type
        self.options = AttachmentOptions(options)
    }
}

extension UNNotificationAttachment {
    /// What `ArchivedAttachment` reads.
    var archiveValues: [AnyHashable: Any] {
        [
            ArchivedAttachment.Key.identifier: identifier, ArchivedAttachment.Key.path: url.path,
            ArchivedAttachment.Key.type: type, ArchivedAttachment.Key.options: options.values,
        ]
    }

    /// Reads what `archiveValues` of several hold, none where there is no value; `nil` when one of them is something else.
    static func list(archive value: Any?) -> [UNNotificationAttachment]? {
        guard let value else { return [] }
        guard let values = value as? [Any] else { return nil }
        let archived = values.compactMap { ArchivedAttachment($0) }
        guard archived.count == values.count else { return nil }
        return archived.map {
            UNNotificationAttachment(identifier: $0.identifier, url: $0.url, type: $0.type, options: $0.options)
        }
    }
}
