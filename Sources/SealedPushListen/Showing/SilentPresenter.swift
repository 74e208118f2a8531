// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// Shows nothing: for those who read lines, or have a program run.
final class SilentPresenter: NotificationPresenter {
    var abilities: PresenterAbilities { .alert }

    func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {}

    func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        completion(.shown(reference: nil))
    }

    func withdraw(_ notifications: [PresentedReference]) {}

    func showBadge(_ count: Int) {}

    func stop() {}
}
