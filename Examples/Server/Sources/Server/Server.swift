// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushSender

/// Seals one notification for a list of devices, as a server does before it talks to APNs.
///
///     swift run Server door.key devices.txt "Door" "Front door opened"
///
/// `devices.txt` has a line for each device: its push token, a space, its key text. The output has a line for each as well:
/// the token, the `apns-id`, the `apns-expiration` and the payload, for whatever client delivers it.
@main
enum Server {
    static func main() {
        do {
            try seal()
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func seal() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            say("usage: Server SIGNER-KEY-FILE DEVICES-FILE TITLE BODY")
            exit(64)
        }
        let sealer = Sealer(signingWith: try SigningKey.Secret(file: arguments[1]))
        // Once for all devices: checks, sizes, and everything else that no recipient changes.
        let payload = try sealer.prepare(PushPayload(title: arguments[3], body: arguments[4]), timeToLive: 24 * 60 * 60)
        var skipped = 0
        let devices = try String(contentsOfFile: arguments[2], encoding: .utf8)
        for line in devices.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: " ")
            do {
                guard fields.count == 2 else { throw MissingField() }
                let sealed = try payload.seal(to: Recipient(DeviceKey.Public(text: fields[1])))
                let json = String(decoding: sealed.json, as: UTF8.self)
                print(fields[0], sealed.messageID, sealed.expiresAt.seconds, json)
            } catch {
                // One device's bad key is no reason for the others to go without.
                say("skipped \(fields.first ?? "an empty line"): \(error)")
                skipped += 1
            }
        }
        if skipped > 0 { exit(1) }
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    private struct MissingField: Error, CustomStringConvertible {
        let description = "expected a push token, a space and key text"
    }
}
