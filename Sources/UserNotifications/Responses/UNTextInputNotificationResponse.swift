// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the user typed into a text action.
open class UNTextInputNotificationResponse: UNNotificationResponse {
    /// The text.
    public let userText: String

    /// Made by the system, never by an app.
    package init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }

    /// The values of a response, and the text.
    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTextInputNotificationResponse)?.userText == userText
    }

    // MARK: Archives

    /// Writes every value.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(userText as NSString, forKey: "userText")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "userText") else { return nil }
        userText = String(describing: text)
        super.init(coder: coder)
    }
}
