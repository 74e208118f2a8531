// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of this framework's errors.
public let UNErrorDomain = "UNErrorDomain"

/// Why the framework refused something; a code with Apple's number, and a line that says what to do.
public struct UNError: CustomNSError, Hashable, Sendable {
    /// The codes, with Apple's raw values.
    public enum Code: Int, Hashable, Sendable {
        /// The app may not show notifications.
        case notificationsNotAllowed = 1
        /// Not the URL of a file that can be read.
        case attachmentInvalidURL = 100
        /// A file of no type that can be attached.
        case attachmentUnrecognizedType = 101
        /// A file over the limit of its kind.
        case attachmentInvalidFileSize = 102
        /// The file is not in the attachment store any more.
        case attachmentNotInDataStore = 103
        /// The file could not be moved or copied into the attachment store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// A file that is damaged.
        case attachmentCorrupt = 105
        /// The trigger has no next date.
        case notificationInvalidNoDate = 1400
        /// Nothing that could be shown.
        case notificationInvalidNoContent = 1401
        /// Content from a provider that is not allowed.
        case contentProvidingObjectNotAllowed = 1500
        /// Content from a provider that is not valid.
        case contentProvidingInvalid = 1501
        /// A number that no badge can show.
        case badgeInputInvalid = 1600
    }

    /// What went wrong.
    public let code: Code
    private let explanation: String

    /// An error of a code.
    public init(_ code: Code) { self.init(code, code.explanation) }

    /// An error of a code, and what to do about this one: one line, lower case.
    package init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// The domain of this framework's errors.
    public static var errorDomain: String { UNErrorDomain }

    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// The description, as Foundation's errors carry it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: explanation] }

    /// What went wrong, in one line.
    public var localizedDescription: String { explanation }
}

extension UNError: CustomStringConvertible {
    /// What went wrong, in one line.
    public var description: String { explanation }
}
