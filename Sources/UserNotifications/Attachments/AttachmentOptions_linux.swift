// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How an attachment's thumbnail is made, for whoever shows it; a value of the wrong type or out of range counts as not given.
package struct AttachmentOptions: Hashable, Sendable {
    /// A part of the unit square.
    package struct Rectangle: Hashable, Sendable {
        package let x: Double
        package let y: Double
        package let width: Double
        package let height: Double

        /// `nil` unless it has an area and lies within the unit square.
        init?(x: Double, y: Double, width: Double, height: Double) {
            guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1, y + height <= 1 else { return nil }
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Whether there is none.
    package var thumbnailIsHidden = false
    /// Which part of the picture it shows; `nil` for all of it.
    package var clippingRectangle: Rectangle?
    /// Seconds into a movie, or the number of a frame; `nil` for whoever shows it to choose.
    package var thumbnailTime: Double?

    /// Reads the options that an attachment is made with.
    init(_ options: [AnyHashable: Any]) {
        thumbnailIsHidden =
            (options[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? NSNumber)?.boolValue ?? false
        if let values = options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] as? [AnyHashable: Any],
            let x = Self.double(values["X"]), let y = Self.double(values["Y"]),
            let width = Self.double(values["Width"]), let height = Self.double(values["Height"])
        {
            clippingRectangle = Rectangle(x: x, y: y, width: width, height: height)
        }
        thumbnailTime = Self.time(options[UNNotificationAttachmentOptionsThumbnailTimeKey])
    }

    /// The options that make these, of what a property list can hold.
    var values: [AnyHashable: Any] {
        var values: [AnyHashable: Any] = [:]
        if thumbnailIsHidden { values[UNNotificationAttachmentOptionsThumbnailHiddenKey] = true }
        if let part = clippingRectangle {
            values[UNNotificationAttachmentOptionsThumbnailClippingRectKey] = [
                "X": part.x, "Y": part.y, "Width": part.width, "Height": part.height,
            ]
        }
        values[UNNotificationAttachmentOptionsThumbnailTimeKey] = thumbnailTime
        return values
    }

    private static func time(_ value: Any?) -> Double? {
        if let seconds = double(value) { return seconds >= 0 ? seconds : nil }
        guard let parts = value as? [AnyHashable: Any], let count = double(parts["value"]),
            let scale = double(parts["timescale"]), count >= 0, scale > 0
        else { return nil }
        return count / scale
    }

    private static func double(_ value: Any?) -> Double? {
        guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
        return number
    }
}
