// SPDX-License-Identifier: Apache-2.0

/// Who brings an attachment, and with that which files are the store's to take away.
enum AttachmentOrigin {
    /// The app, which gives up every file that it attaches but those of its bundle.
    case app
    /// The answer of a service extension, which may name any file there is: only what lies below the system's temporary folder,
    /// where media are loaded to, is taken away; of the rest there is a copy.
    case answer
}
