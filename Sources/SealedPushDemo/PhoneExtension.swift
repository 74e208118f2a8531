// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushExtension
internal import UserNotifications

/// The service extension of the demo's phone; told to, it misbehaves.
final class PhoneExtension: SealedNotificationService {
    /// Makes this program an extension that a host starts.
    static let argument = "--as-extension"
    static let crash = "crash"
    static let hang = "hang"

    private let phone: Phone?
    private let folder: String
    private let behaviour: String?

    /// In the demo's own process.
    init(phone: Phone, behaviour: String?) {
        self.phone = phone
        folder = ""
        self.behaviour = behaviour
    }

    /// In a process of its own: its keys are in files.
    init(folder: String, behaviour: String?) {
        phone = nil
        self.folder = folder
        self.behaviour = behaviour
    }

    override func makeReceiver() throws -> Receiver {
        switch behaviour {
        case Self.crash: abort()
        case Self.hang: DispatchSemaphore(value: 0).wait()
        default: break
        }
        if let phone { return phone.receiver }
        let key = try DeviceKey.Secret(file: "\(folder)/\(KeyFolder.phone)")
        let signer = try SigningKey.Public(text: String(contentsOfFile: "\(folder)/\(KeyFolder.door)", encoding: .utf8))
        let store = InMemoryKeyStore(keys: [OpeningKey(key)], trusting: [TrustedSigner(signer, name: "door")])
        return Receiver(keys: store, seen: nil)
    }

    override func didFail(_ failure: OpenFailure, content: UNMutableNotificationContent) -> UNNotificationContent {
        phone?.lastReason.withLock { $0 = failure.reason }
        return content
    }
}
