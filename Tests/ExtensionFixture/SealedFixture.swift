// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import UserNotifications

/// The extension of an app that uses the library, on a device with the first mock key.
final class SealedFixture: SealedNotificationService {
    /// Where it hangs, if it does.
    enum Place {
        case nowhere
        case makeReceiver
        case didOpen
    }

    private let place: Place
    /// Resident memory when it was set up; `nil` where nobody asks.
    private let baseline: Int?

    init(at place: Place, measured: Bool = false) {
        self.place = place
        baseline = measured ? ProcessState.residentMemory : nil
        super.init()
    }

    override var placeholder: Placeholder { Placeholder("New notification", localizationKey: "PLACEHOLDER") }

    override func makeReceiver() throws -> Receiver {
        if place == .makeReceiver { Behaviour.sleepForever() }
        return Receiver(keys: InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey), seen: nil)
    }

    override func didOpen(
        _ notification: OpenedNotification,
        content: UNMutableNotificationContent
    ) -> UNNotificationContent {
        if place == .didOpen { Behaviour.sleepForever() }
        if let baseline {
            let line = Data("\(ProcessState.residentMemory - baseline)\n".utf8)
            _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        }
        return content
    }
}
