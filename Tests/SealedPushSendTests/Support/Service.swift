// SPDX-License-Identifier: Apache-2.0

import SealedPushExtension

/// The service extension of a device.
final class Service: SealedNotificationService {
    private let receiver: Receiver

    init(_ receiver: Receiver) { self.receiver = receiver }

    override func makeReceiver() throws -> Receiver { receiver }
}
