// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// A folder with the phone's keys, for an extension in a process of its own; it goes with this value.
final class KeyFolder {
    static let phone = "phone.key"
    static let door = "door.pub"

    let path: String

    init(phone: Phone, trusting signer: SigningKey.Public) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sealedpush-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        path = url.path
        let keys = try KeyFile.compose([.deviceSecret(phone.key)], name: nil, created: Timestamp.now())
        try keys.withBytes { try Files.create("\(path)/\(Self.phone)", $0, replacing: false) }
        try signer.description.write(toFile: "\(path)/\(Self.door)", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
