// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An action that lets the user type a text.
open class UNTextInputNotificationAction: UNNotificationAction {
    /// What stands on the button that sends the text.
    public let textInputButtonTitle: String
    /// What stands in the empty field.
    public let textInputPlaceholder: String

    /// An action with a text field.
    public convenience init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier,
            title: title,
            options: options,
            icon: nil,
            textInputButtonTitle: textInputButtonTitle,
            textInputPlaceholder: textInputPlaceholder
        )
    }

    /// An action with a picture and a text field.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// The values of an action, and those of the text field.
    open override func isEqual(_ object: Any?) -> Bool {
        guard super.isEqual(object), let other = object as? UNTextInputNotificationAction else { return false }
        return other.textInputButtonTitle == textInputButtonTitle && other.textInputPlaceholder == textInputPlaceholder
    }

    // MARK: Archives

    /// Writes every value.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(textInputButtonTitle as NSString, forKey: "textInputButtonTitle")
        coder.encode(textInputPlaceholder as NSString, forKey: "textInputPlaceholder")
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let button = coder.decodeObject(of: NSString.self, forKey: "textInputButtonTitle"),
            let placeholder = coder.decodeObject(of: NSString.self, forKey: "textInputPlaceholder")
        else { return nil }
        textInputButtonTitle = String(describing: button)
        textInputPlaceholder = String(describing: placeholder)
        super.init(coder: coder)
    }
}
