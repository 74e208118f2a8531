// SPDX-License-Identifier: Apache-2.0

import UserNotifications

@testable import SealedPushExtension

/// One push given to an extension by hand: the test decides when its time is up.
final class Delivery {
    let answers = Answers()
    private var service: HookedService?
    /// Happens when the worker has finished, once the test has given the service away.
    private let ended = Event()

    init(_ request: UNNotificationRequest, _ hooks: HookedService.Hooks) {
        let service = HookedService(hooks, ended: ended)
        self.service = service
        service.didReceive(request) { [answers] in answers.add($0) }
    }

    /// Tells the extension that its time is up.
    func expire() { service?.serviceExtensionTimeWillExpire() }

    /// Waits until the worker has finished: from here on nothing can come any more.
    func settle() -> Bool {
        service = nil
        return ended.wait()
    }
}
