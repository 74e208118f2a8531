// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCore
internal import SealedPushStore

/// Stands before a presenter, and lets each push through to it once, however often it was delivered.
///
/// One whose showing was cut short by a kill comes once more, since a lost one is worse, and says so.
final class GatePresenter: NotificationPresenter {
    private struct State: Sendable {
        var events: (@Sendable (PresenterEvent) -> Void)?
        /// Those that wait for what comes of the same push.
        var underWay: [String: [@Sendable (PresentationOutcome) -> Void]] = [:]
        /// Whether it was said that nothing can be shown, and not yet that it can.
        var hasToldProblem = false
    }

    /// Seconds after which a journal that could not be used is tried again, and a desktop should be there.
    private static let patience = 5

    private static let doubt = "(may have been shown before)"

    private let inner: any NotificationPresenter
    private let journal: Journal
    private let speaker: Speaker
    private let state = Lock(State())

    init(_ inner: any NotificationPresenter, journal: Journal, speaker: Speaker) {
        self.inner = inner
        self.journal = journal
        self.speaker = speaker
    }

    /// Alerts too where no desktop is there yet: they wait for it.
    var abilities: PresenterAbilities { inner.abilities.union([.alert, .sound]) }

    var problem: String? { inner.problem }

    func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {
        state.withLock { $0.events = events }
        inner.start(shown: shown) { [weak self] event in
            if event == .ready { self?.tellEnd() }
            events(event)
        }
    }

    /// Says once why nothing is shown, if that is so after a while: at first a desktop is still looked for.
    func tellProblemLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self] in
            guard let self, state.withLock({ $0.events != nil }), let problem = inner.problem else { return }
            complain(problem)
        }
    }

    private func complain(_ problem: String) {
        let isNew = state.withLock { state in
            defer { state.hasToldProblem = true }
            return !state.hasToldProblem
        }
        if isNew { speaker.complain("nothing is shown for now, and kept: \(problem)") }
    }

    private func tellEnd() {
        let isNews = state.withLock { state in
            defer { state.hasToldProblem = false }
            return state.hasToldProblem
        }
        if isNews { speaker.say("what comes is shown again") }
    }

    func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        let hash = presentation.identifier
        do throws(StoreError) {
            if try journal.entry(hash)?.isShown == true {
                completion(.shown(reference: presentation.replacedReference))
                return
            }
        } catch {
            speaker.complain(error.description)
            completion(.notNow)
            tryAgainLater()
            return
        }
        let isFirst = state.withLock { state in
            let isFirst = state.underWay[hash] == nil
            state.underWay[hash, default: []].append(completion)
            return isFirst
        }
        guard isFirst else { return }
        var presentation = presentation
        if presentation.isInDoubt {
            let parts = [presentation.subtitle, Self.doubt]
            presentation.subtitle = parts.filter { !$0.isEmpty }.joined(separator: " ")
        }
        inner.present(presentation) { [weak self] outcome in self?.settle(hash, outcome) }
    }

    private func settle(_ hash: String, _ outcome: PresentationOutcome) {
        if case .shown = outcome {
            do throws(StoreError) {
                try journal.setShown(hash)
            } catch {
                speaker.complain(error.description)
            }
        } else {
            complain(inner.problem ?? "nobody takes it")
        }
        let completions = state.withLock { $0.underWay.removeValue(forKey: hash) }
        for completion in completions ?? [] { completion(outcome) }
    }

    private func tryAgainLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self] in
            self?.state.withLock { $0.events }?(.ready)
        }
    }

    func withdraw(_ notifications: [PresentedReference]) { inner.withdraw(notifications) }

    func showBadge(_ count: Int) { inner.showBadge(count) }

    func stop() {
        state.withLock { $0.events = nil }
        inner.stop()
    }
}
