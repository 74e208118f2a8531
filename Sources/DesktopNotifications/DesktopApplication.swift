// SPDX-License-Identifier: Apache-2.0

/// What a desktop is told of the app whose notifications it shows.
public struct DesktopApplication: Hashable, Sendable {
    /// The app's name as users know it.
    public var name: String
    /// The name of the app's icon in the theme, or a `file:` URI; empty for none.
    public var icon: String
    /// The name of the app's `.desktop` file without that ending; `nil` where it has none.
    public var desktopEntry: String?
    /// What its notifications are about, in the desktop's words, such as `im.received`; `nil` to say nothing.
    ///
    /// - SeeAlso: https://specifications.freedesktop.org/notification-spec/latest/categories.html
    public var category: String?
    /// What a desktop that lists all actions calls the one of opening the notification.
    public var openTitle: String

    /// Describes an app.
    public init(
        name: String,
        icon: String = "",
        desktopEntry: String? = nil,
        category: String? = nil,
        openTitle: String = "Open"
    ) {
        self.name = name
        self.icon = icon
        self.desktopEntry = desktopEntry
        self.category = category
        self.openTitle = openTitle
    }
}
