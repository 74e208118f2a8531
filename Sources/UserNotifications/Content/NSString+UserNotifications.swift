// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// The text of a key in the app's `Localizable.strings`, with its arguments filled in; the key itself where there is none.
    ///
    /// `%@` takes the arguments one after another, `%1$@` the first, `%%` is a per cent sign. Set as a content's title, subtitle
    /// or body it is looked up again when the notification is delivered, in the language of that moment.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let origin = LocalizationKey(key: key, arguments: (arguments ?? []).map { String(describing: $0) })
        let text = origin.text ?? LocalizedFormat.fill(key, with: origin.arguments)
        origin.remember(as: text)
        return text
    }
}
