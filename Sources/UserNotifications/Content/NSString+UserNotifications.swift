// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// The text of a key in the app's `Localizable.strings`, with its arguments filled in; the key itself where there is none.
    ///
    /// `%@` takes the arguments one after another, `%1$@` the first, `%%` is a per cent sign. On Linux the key is looked up
    /// when this is called: in a service extension that is when the notification is delivered.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        LocalizedFormat.fill(
            Bundle.main.localizedString(forKey: key, value: key, table: nil),
            with: (arguments ?? []).map { String(describing: $0) }
        )
    }
}
