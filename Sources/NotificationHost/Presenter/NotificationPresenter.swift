// SPDX-License-Identifier: Apache-2.0

/// Shows notifications to a user, and tells what the user does with them: a desktop, a terminal, or a test.
///
/// Nothing waits for a presenter: it takes a call and returns at once, from whatever thread, and answers when it can.
public protocol NotificationPresenter: AnyObject, Sendable {
    /// What it can do; asked each time that matters, since a desktop may come and go.
    var abilities: PresenterAbilities { get }

    /// Whether it knows what it can do: not while it still looks for its desktop. It sends `PresenterEvent.ready` when it does.
    var knowsAbilities: Bool { get }

    /// Why nothing can be shown at the moment, in one line; `nil` when something can.
    var problem: String? { get }

    /// Begins; called once, before anything else.
    ///
    /// - Parameters:
    ///   - shown: What an earlier process left on the screen, by the references that this kind of presenter gave.
    ///   - events: Takes what the user does, in the order it happens; may be called from any thread.
    func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void)

    /// Shows a notification, in place of an earlier one with the same identifier.
    ///
    /// - Parameters:
    ///   - presentation: What is shown.
    ///   - completion: Called once, from any thread: shown, or not for now. What was not shown is given again after
    ///     `PresenterEvent.ready`.
    func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void)

    /// Takes notifications off the screen; those that are not there are ignored.
    func withdraw(_ notifications: [PresentedReference])

    /// Shows the number on the app's icon, where there is such a thing; 0 for none.
    func showBadge(_ count: Int)

    /// Ends; nothing is called afterwards. What is on the screen may stay.
    func stop()
}

extension NotificationPresenter {
    /// None.
    public var problem: String? { nil }

    /// It does.
    public var knowsAbilities: Bool { true }
}

/// What a presenter can do.
public struct PresenterAbilities: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Shows text.
    public static let alert = PresenterAbilities(rawValue: 1)
    /// Plays sounds.
    public static let sound = PresenterAbilities(rawValue: 2)
    /// Shows a number on the app's icon.
    public static let badge = PresenterAbilities(rawValue: 4)
    /// Offers actions.
    public static let actions = PresenterAbilities(rawValue: 8)
    /// Takes typed text.
    public static let textInput = PresenterAbilities(rawValue: 16)
    /// Shows images.
    public static let images = PresenterAbilities(rawValue: 32)
}

/// What became of a notification that was given to a presenter.
public enum PresentationOutcome: Hashable, Sendable {
    /// It is before the user; the reference lets a later process of the same app find it again.
    case shown(reference: String?)
    /// Not now: there is nobody to show it, yet.
    case notNow
}

/// A notification on the screen.
public struct PresentedReference: Hashable, Sendable {
    /// The request's identifier.
    public let identifier: String
    /// What the presenter called it.
    public let reference: String?

    /// Names a notification on the screen.
    public init(identifier: String, reference: String?) {
        self.identifier = identifier
        self.reference = reference
    }
}

/// What happens to a notification on the screen.
public enum PresenterEvent: Hashable, Sendable {
    /// The user opened it.
    case opened(identifier: String)
    /// The user chose one of its actions; with a text where the action takes one.
    case acted(identifier: String, action: String, text: String?)
    /// The user dismissed it.
    case dismissed(identifier: String)
    /// The user asks for the app's settings; with a notification, or from elsewhere.
    case settingsOpened(identifier: String?)
    /// The presenter can show again what it could not show before.
    case ready
}
