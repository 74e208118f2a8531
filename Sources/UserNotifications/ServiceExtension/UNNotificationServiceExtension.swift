// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Changes a remote notification between its receipt and its display.
///
/// The system runs it for a push with a visible alert and `mutable-content: 1`, gives it about 30 seconds, and shows the
/// original if it calls the handler too late, never, or with content that has no visible text.
open class UNNotificationServiceExtension: NSObject {
    /// The system makes one for each push, or for several.
    public override init() { super.init() }

    /// Hands over a push; call `contentHandler` once with what is to be shown.
    ///
    /// Unless overridden, the content is handed back as it came.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The last chance to call the content handler; called on another thread.
    open func serviceExtensionTimeWillExpire() {}
}
