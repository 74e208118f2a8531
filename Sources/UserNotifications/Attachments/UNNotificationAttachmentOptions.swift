// SPDX-License-Identifier: Apache-2.0

/// A uniform type identifier, where the file's suffix is missing or wrong; a `String` such as `public.png`.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// Whether the thumbnail is left out; a `Bool`, false where it is not given.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The part of the picture that makes the thumbnail, in the unit square; a dictionary of `X`, `Y`, `Width` and `Height`,
/// as `CGRect` is represented in one.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The moment that makes the thumbnail: seconds of a movie, as a number or as a `CMTime` is represented in a dictionary, or the
/// number of a frame of an animated image.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"
