// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost

/// A presenter that shows a notification by one line in a file, and looks there for one that is in doubt.
final class Journal: NotificationPresenter, @unchecked Sendable {
    // Unchecked because the file's position changes: each line is one write at its end, which the system does in one step.
    private let descriptor: Int32
    private let path: String

    init(path: String) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    var abilities: PresenterAbilities { [.alert, .sound, .badge] }

    func start(shown: [PresentedReference], events: @escaping @Sendable (PresenterEvent) -> Void) {}

    func present(_ presentation: Presentation, completion: @escaping @Sendable (PresentationOutcome) -> Void) {
        let line = "\(presentation.delivery) \(presentation.identifier)\n"
        if !presentation.isInDoubt || !has(line) {
            guard
                line.utf8.withContiguousStorageIfAvailable({ write(descriptor, $0.baseAddress, $0.count) })
                    == line.utf8.count
            else { return completion(.notNow) }
        }
        completion(.shown(reference: "\(presentation.delivery)"))
    }

    private func has(_ line: String) -> Bool {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").contains(line.dropLast())
    }

    func withdraw(_ notifications: [PresentedReference]) {}
    func showBadge(_ count: Int) {}
    func stop() {}
}
