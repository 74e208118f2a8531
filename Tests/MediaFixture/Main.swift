// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import UserNotifications

/// A process of its own for one push with media: what is measured here is the extension's alone.
///
/// usage: MediaFixture URL AUTHORITIES. It writes the body that was shown, the types of its attachments, and the kilobytes of
/// memory that it took at most above what it had before.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { exit(64) }
        let payload = try PushPayload(title: "Door", body: "opened").adding("mediaUrl", arguments[1])
        let sealed = try Sealer(signingWith: .mock1).seal(payload, to: Recipient(DeviceKey.Secret.mock1.publicKey))
        let store = InMemoryKeyStore(.mock1, trusting: SigningKey.Secret.mock1.publicKey)
        let harness = ExtensionHarness(store) { MediaExtension(authorities: arguments[2]) }
        // Once without media, so that what everything takes once is there.
        _ = harness.deliver(try Self.plain())
        let before = try Self.kilobytes("VmRSS")
        let shown = harness.deliver(sealed.json)
        let most = try Self.kilobytes("VmHWM")
        print(shown.content.body)
        print(shown.content.attachments.map(\.type).joined(separator: " "))
        print(most - before)
        for attachment in shown.content.attachments { try FileManager.default.removeItem(at: attachment.url) }
    }

    private static func plain() throws -> [UInt8] {
        try Sealer(signingWith: .mock1)
            .seal(PushPayload(title: "Door"), to: Recipient(DeviceKey.Secret.mock1.publicKey)).json
    }

    private static func kilobytes(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
