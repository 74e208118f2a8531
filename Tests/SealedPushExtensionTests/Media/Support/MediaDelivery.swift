// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

/// A push with media, given to an extension by hand.
final class MediaDelivery {
    let answers = Answers()
    let log = MediaLog()
    let loader: SpyLoader
    private var service: MediaService?

    init(
        _ sealed: SealedPayload,
        _ loader: SpyLoader,
        device: Device = Device(),
        change: @escaping (UNMutableNotificationContent) -> UNNotificationContent = { $0 }
    ) {
        self.loader = loader
        let service = MediaService(device.receiver, loader, log, change: change)
        self.service = service
        service.didReceive(Push.request(sealed)) { [answers] in answers.add($0) }
    }

    convenience init(
        url: String,
        digest: String? = nil,
        _ loader: SpyLoader,
        device: Device = Device(),
        change: @escaping (UNMutableNotificationContent) -> UNNotificationContent = { $0 }
    ) throws {
        var payload = try Push.door.adding("mediaUrl", url)
        if let digest { payload = try payload.adding("mediaDigest", digest) }
        self.init(try Push.sealed(payload), loader, device: device, change: change)
    }

    /// Tells the extension that its time is up.
    func expire() { service?.serviceExtensionTimeWillExpire() }

    /// Waits for the answer and for the end of the work.
    func finish(sourceLocation: SourceLocation = #_sourceLocation) throws -> UNNotificationContent {
        let content = try #require(answers.wait(), sourceLocation: sourceLocation)
        service = nil
        #expect(log.ended.wait(), sourceLocation: sourceLocation)
        #expect(answers.count == 1, sourceLocation: sourceLocation)
        return content
    }

    /// The same, and expects the text of the push without media, and nothing left of them.
    func expectTextAlone(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let content = try finish(sourceLocation: sourceLocation)
        #expect(content.title == "Door", sourceLocation: sourceLocation)
        #expect(content.body == "Front door opened", sourceLocation: sourceLocation)
        #expect(content.attachments.isEmpty, sourceLocation: sourceLocation)
        #expect(loader.leftovers == [], sourceLocation: sourceLocation)
    }

    /// The same, with the bytes that must be attached; removes the file.
    func expectAttached(_ bytes: [UInt8], type: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let content = try finish(sourceLocation: sourceLocation)
        #expect(content.title == "Door", sourceLocation: sourceLocation)
        #expect(content.body == "Front door opened", sourceLocation: sourceLocation)
        #expect(log.errors == [], sourceLocation: sourceLocation)
        let attachment = try #require(content.attachments.first, sourceLocation: sourceLocation)
        #expect(content.attachments.count == 1, sourceLocation: sourceLocation)
        #expect(attachment.type == type, sourceLocation: sourceLocation)
        #expect(try MediaFiles.take(attachment.url) == bytes, sourceLocation: sourceLocation)
    }
}
