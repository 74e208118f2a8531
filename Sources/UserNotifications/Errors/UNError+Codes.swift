// SPDX-License-Identifier: Apache-2.0

extension UNError {
    /// The app may not show notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// Not the URL of a file that can be read.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// A file of no type that can be attached.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// A file over the limit of its kind.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The file is not in the attachment store any more.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The file could not be moved or copied into the attachment store.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// A file that is damaged.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The trigger has no next date.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// Nothing that could be shown.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// Content from a provider that is not allowed.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// Content from a provider that is not valid.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// A number that no badge can show.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}

extension UNError.Code {
    /// Lets `catch UNError.notificationsNotAllowed` match.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? UNError)?.code == code }

    /// What is said where the place of the fault has nothing better to say.
    var explanation: String {
        switch self {
        case .notificationsNotAllowed: "notifications are not allowed: ask with requestAuthorization first"
        case .attachmentInvalidURL: "the attachment's URL is not that of a file that can be read"
        case .attachmentUnrecognizedType: "the attachment is of no type that can be attached: give a type hint"
        case .attachmentInvalidFileSize: "the attachment is too large for its kind"
        case .attachmentNotInDataStore: "the attachment's file is not in the attachment store any more"
        case .attachmentMoveIntoDataStoreFailed: "the attachment could not be moved into the attachment store"
        case .attachmentCorrupt: "the attachment's file is damaged"
        case .notificationInvalidNoDate: "the trigger has no next date: it would never fire"
        case .notificationInvalidNoContent: "the notification has nothing to show"
        case .contentProvidingObjectNotAllowed: "content of this provider is not allowed"
        case .contentProvidingInvalid: "the provider's content is not valid"
        case .badgeInputInvalid: "a badge is a whole number from 0 up"
        }
    }
}
