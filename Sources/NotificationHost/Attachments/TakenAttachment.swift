// SPDX-License-Identifier: Apache-2.0

internal import UserNotifications

/// An attachment that is in the store, while its file is still where it was as well.
///
/// Once its request is written down, `AttachmentStore.finish` removes the file there; if it cannot be, `discard` undoes the
/// taking. A process that ends in between has lost nothing.
struct TakenAttachment {
    /// The attachment with its place in the store.
    let attachment: UNNotificationAttachment
    let transfer: AttachmentTransfer
}
