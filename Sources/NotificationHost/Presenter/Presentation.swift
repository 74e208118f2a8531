// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotifications

/// A notification as a presenter takes it: plain values, settled by the app's permission and its delegate.
public struct Presentation: Hashable, Sendable {
    /// A file that goes with it.
    public struct Attachment: Hashable, Sendable {
        /// The path in the attachment store.
        public var path: String
        /// A uniform type identifier, such as `public.png`.
        public var type: String

        /// Names a file and its type.
        public init(path: String, type: String) {
            self.path = path
            self.type = type
        }
    }

    /// What is played.
    public struct Sound: Hashable, Sendable {
        /// The path of a file; `nil` for the system's own sound.
        public var path: String?
        /// Whether it is heard while the device is muted.
        public var isCritical: Bool
        /// 0…1; `nil` for the user's setting.
        public var volume: Float?

        /// Names a sound.
        public init(path: String? = nil, isCritical: Bool = false, volume: Float? = nil) {
            self.path = path
            self.isCritical = isCritical
            self.volume = volume
        }
    }

    /// Something the user can do with it.
    public struct Action: Hashable, Sendable {
        /// The text field of an action that takes text.
        public struct TextInput: Hashable, Sendable {
            /// What stands on the button that sends the text.
            public var buttonTitle: String
            /// What stands in the empty field.
            public var placeholder: String

            /// Names a text field.
            public init(buttonTitle: String, placeholder: String) {
                self.buttonTitle = buttonTitle
                self.placeholder = placeholder
            }
        }

        /// The action's identifier.
        public var identifier: String
        /// What stands on its button.
        public var title: String
        /// The name of an icon of the theme; `nil` for none.
        public var icon: String?
        /// Whether it destroys something.
        public var isDestructive: Bool
        /// Whether it brings the app forward.
        public var isForeground: Bool
        /// Its text field; `nil` where it takes no text.
        public var textInput: TextInput?

        /// Names an action.
        public init(
            identifier: String,
            title: String,
            icon: String? = nil,
            isDestructive: Bool = false,
            isForeground: Bool = false,
            textInput: TextInput? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.icon = icon
            self.isDestructive = isDestructive
            self.isForeground = isForeground
            self.textInput = textInput
        }
    }

    /// A number that no other delivery of this app has, growing: for a presenter that keeps a record.
    public var delivery: Int64
    /// Whether an earlier process may have shown it already, and ended before it could say so.
    ///
    /// A presenter with a record looks it up; one without shows it again in silence, since a lost one is worse.
    public var isInDoubt = false
    /// The request's identifier.
    public var identifier: String
    /// When it was delivered.
    public var date: Date
    /// The short reason; may be empty.
    public var title: String
    /// The second line; may be empty.
    public var subtitle: String
    /// The text; may be empty.
    public var body: String
    /// Its files; the first decides what is seen.
    public var attachments: [Attachment] = []
    /// What is played; `nil` for silence.
    public var sound: Sound?
    /// How urgent it is.
    public var interruptionLevel = UNNotificationInterruptionLevel.active
    /// What groups it with others; empty for none.
    public var threadIdentifier = ""
    /// Its actions, the most important first.
    public var actions: [Action] = []
    /// Whether it pops up; where not, it goes to the list alone.
    public var showsBanner = true
    /// What a presenter called the notification it takes the place of; `nil` where that is none, or not known.
    public var replacedReference: String?

    /// Text to be shown, and nothing else yet.
    public init(
        delivery: Int64,
        identifier: String,
        date: Date,
        title: String,
        subtitle: String = "",
        body: String = ""
    ) {
        self.delivery = delivery
        self.identifier = identifier
        self.date = date
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }
}
