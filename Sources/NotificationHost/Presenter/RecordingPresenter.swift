// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// A presenter for tests: keeps what it is given, and plays the user.
public final class RecordingPresenter: NotificationPresenter {
    /// A call that was made.
    public enum Call: Hashable, Sendable {
        /// It began, with what was on the screen.
        case started([PresentedReference])
        /// A notification was shown.
        case presented(Presentation)
        /// Notifications were taken off the screen.
        case withdrawn([PresentedReference])
        /// The number on the app's icon.
        case badge(Int)
        /// It ended.
        case stopped
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var abilities: PresenterAbilities
        var knowsAbilities = true
        var isAway = false
        var holdsBack = false
        var held: [@Sendable () -> Void] = []
        var events: (@Sendable (PresenterEvent) -> Void)?
        var count = 0
    }

    private let state: Lock<State>

    /// A presenter with abilities: all of them, unless a test says otherwise.
    public init(abilities: PresenterAbilities = [.alert, .sound, .badge, .actions, .textInput, .images]) {
        state = Lock(State(abilities: abilities))
    }

    // MARK: For tests

    /// Every call so far.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// Every notification that was shown, the first first.
    public var presentations: [Presentation] {
        calls.compactMap { call in
            guard case .presented(let presentation) = call else { return nil }
            return presentation
        }
    }

    /// Whether it can show nothing for now; it says that it is ready when that ends.
    public var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set {
            let events = state.withLock { state in
                state.isAway = newValue
                return newValue ? nil : state.events
            }
            events?(.ready)
        }
    }

    /// Whether it has found its desktop; it says that it is ready when that changes to true.
    public var knowsAbilities: Bool {
        get { state.withLock { $0.knowsAbilities } }
        set {
            let events = state.withLock { state in
                state.knowsAbilities = newValue
                return newValue ? state.events : nil
            }
            events?(.ready)
        }
    }

    /// Whether it takes notifications and does not answer, as a slow one does; the answers come when that ends.
    public var holdsBack: Bool {
        get { state.withLock { $0.holdsBack } }
        set {
            let held = state.withLock { state in
                state.holdsBack = newValue
                defer { if !newValue { state.held = [] } }
                return newValue ? [] : state.held
            }
            for answer in held { answer() }
        }
    }

    /// Plays the user.
    public func send(_ event: PresenterEvent) { state.withLock { $0.events }?(event) }

    // MARK: Presenting

    /// What it can do; a test may change it.
    public var abilities: PresenterAbilities {
        get { state.withLock { $0.abilities } }
        set { state.withLock { $0.abilities = newValue } }
    }

    /// Begins.
    public func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {
        state.withLock { state in
            state.calls.append(.started(shown))
            state.events = events
        }
    }

    /// Keeps the notification, and says that it was shown, unless a test wants it away or slow.
    public func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        let answer: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.isAway else { return { completion(.notNow) } }
            state.calls.append(.presented(presentation))
            state.count += 1
            let reference = "shown-\(state.count)"
            guard state.holdsBack else { return { completion(.shown(reference: reference)) } }
            state.held.append { completion(.shown(reference: reference)) }
            return nil
        }
        answer?()
    }

    /// Keeps the names.
    public func withdraw(_ notifications: [PresentedReference]) {
        state.withLock { $0.calls.append(.withdrawn(notifications)) }
    }

    /// Keeps the number.
    public func showBadge(_ count: Int) { state.withLock { $0.calls.append(.badge(count)) } }

    /// Ends.
    public func stop() {
        state.withLock { state in
            state.calls.append(.stopped)
            state.events = nil
        }
    }
}
