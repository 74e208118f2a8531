// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A picture, a sound or a movie that is shown with a notification; the file is moved away once the notification is taken.
open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding {
    /// What names it within its notification.
    public let identifier: String
    /// Where the file is: at first where the app put it, later in the attachment store.
    public let url: URL
    /// How its thumbnail is made.
    package let options: AttachmentOptions
    /// The type, for whoever shows it.
    package let attachmentType: AttachmentType

    /// The uniform type identifier of the file, such as `public.png`.
    open var type: String { attachmentType.rawValue }

    /// A file, which is checked at once, and again before it is shown.
    ///
    /// - Parameters:
    ///   - identifier: What names it; one is made where it is empty.
    ///   - url: A regular file, by a file URL. An image has at most 10 MB, a sound 5 MB, a movie 50 MB.
    ///   - options: Values by `UNNotificationAttachmentOptionsTypeHintKey` and its like.
    /// - Throws: `UNError`: `attachmentInvalidURL`, `attachmentUnrecognizedType`, `attachmentInvalidFileSize`,
    ///   `attachmentCorrupt`.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        guard URL.isFileURL, !URL.path.isEmpty, !URL.path.utf8.contains(0) else {
            throw UNError(
                .attachmentInvalidURL,
                "the attachment's URL is not that of a file: load it into a file first"
            )
        }
        let name = AttachmentName.printable(URL.lastPathComponent)
        let file: AttachmentFile
        do throws(AttachmentFile.Problem) {
            file = try AttachmentFile(path: URL.path)
        } catch {
            throw UNError(.attachmentInvalidURL, "\(name) \(error.explanation)")
        }
        let type = try Self.type(suffix: URL.pathExtension, options: options ?? [:], name: name)
        try AttachmentCheck.check(file, name: name, type: type)
        self.init(
            identifier: identifier.isEmpty ? UUID().uuidString : identifier,
            url: URL,
            type: type,
            options: AttachmentOptions(options ?? [:])
        )
    }

    /// An attachment whose file is not looked at: of an archive, or of a store that has checked it.
    package init(identifier: String, url: URL, type: AttachmentType, options: AttachmentOptions) {
        self.identifier = identifier
        self.url = url
        attachmentType = type
        self.options = options
        super.init()
    }

    /// The same attachment, its file somewhere else.
    package func moved(to path: String) -> UNNotificationAttachment {
        UNNotificationAttachment(
            identifier: identifier,
            url: URL(filePath: path, directoryHint: .notDirectory),
            type: attachmentType,
            options: options
        )
    }

    /// An attachment has a file.
    @available(*, unavailable, message: "use init(identifier:url:options:)")
    public override init() { fatalError("unavailable: the compiler lets nobody call it") }

    private static func type(suffix: String, options: [AnyHashable: Any], name: String) throws -> AttachmentType {
        if let hint = options[UNNotificationAttachmentOptionsTypeHintKey] {
            guard let type = (hint as? String).flatMap(AttachmentType.init(rawValue:)) else {
                throw UNError(
                    .attachmentUnrecognizedType,
                    "the type hint for \(name) is no type that can be attached: "
                        + AttachmentType.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
            return type
        }
        guard let type = AttachmentType(suffix: suffix) else {
            throw UNError(
                .attachmentUnrecognizedType,
                "the suffix of \(name) stands for no type that can be attached: give a type hint"
            )
        }
        return type
    }

    /// Itself: an attachment never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Compares identifier, place, type and options, not the files' content.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return identifier == other.identifier && url.path == other.url.path && type == other.type
            && options == other.options
    }

    /// Follows `isEqual`.
    open override var hash: Int { identifier.hashValue }

    // MARK: Archives

    /// Archives are read with the classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes every value but the file's content.
    public func encode(with coder: NSCoder) {
        guard let archive = ValueCoding.encode(archiveValues) else { return }
        coder.encode(NSData(data: Data(archive)), forKey: Self.archiveKey)
    }

    private static let archiveKey = "attachment"

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    ///
    /// The file is not looked at.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
            let values = ArchivedAttachment(ValueCoding.decode(Data(referencing: data)))
        else { return nil }
        identifier = values.identifier
        url = values.url
        attachmentType = values.type
        options = values.options
        super.init()
    }
}
