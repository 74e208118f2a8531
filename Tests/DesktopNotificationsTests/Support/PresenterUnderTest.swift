// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import NotificationHost

@testable import DesktopNotifications

/// A desktop presenter with what it calls.
final class PresenterUnderTest {
    /// What it called, in order.
    enum Call: Hashable {
        case event(PresenterEvent)
        case outcome(String, PresentationOutcome)
    }

    let presenter: DesktopPresenter
    let calls = Inbox<Call>()

    init(
        _ address: String,
        application: DesktopApplication = DesktopApplication(name: "Test"),
        shown: [PresentedReference] = [],
        times: DesktopTimes = .unhurried
    ) {
        presenter = DesktopPresenter(application: application, address: address, times: times)
        presenter.start(shown: shown) { [calls] in calls.add(.event($0)) }
    }

    deinit { presenter.stop() }

    func present(_ presentation: Presentation) {
        presenter.present(presentation) { [calls] in calls.add(.outcome(presentation.identifier, $0)) }
    }

    func present(_ identifier: String, title: String = "Title") {
        present(Presentation(delivery: 1, identifier: identifier, date: Date(), title: title))
    }

    /// Presents and waits until it is shown.
    @discardableResult
    func show(_ presentation: Presentation) throws -> String? {
        present(presentation)
        return try shown(presentation.identifier)
    }

    @discardableResult
    func show(_ identifier: String, title: String = "Title") throws -> String? {
        try show(Presentation(delivery: 1, identifier: identifier, date: Date(), title: title))
    }

    /// Waits until it is shown, and gives its reference.
    func shown(_ identifier: String) throws -> String? {
        let call = try calls.take("the end of showing \(identifier)") { call in
            if case .outcome(identifier, _) = call { true } else { false }
        }
        guard case .outcome(_, .shown(let reference)) = call else { throw NotShown(identifier: identifier) }
        return reference
    }

    struct NotShown: Error {
        let identifier: String
    }

    func expect(_ call: Call) throws { _ = try calls.take("\(call)") { $0 == call } }

    func withdraw(_ identifier: String, _ reference: String? = nil) {
        presenter.withdraw([PresentedReference(identifier: identifier, reference: reference)])
    }

    /// Waits until everything that was signalled before has been taken: a notification goes the same way.
    func settle() throws { try show("settle-\(UUID().uuidString)") }
}

extension DesktopTimes {
    /// So long that a test that waits for it fails.
    static var unhurried: DesktopTimes {
        var times = DesktopTimes()
        times.patience = .seconds(120)
        times.reconnect = Backoff(first: .milliseconds(20), last: .milliseconds(200))
        times.restart = Backoff(first: .milliseconds(20), last: .milliseconds(200))
        return times
    }

    /// So short that a test can wait for it.
    static var impatient: DesktopTimes {
        var times = unhurried
        times.patience = .seconds(2)
        times.retry = Backoff(first: .milliseconds(20), last: .milliseconds(100))
        return times
    }
}
