// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import TestSupport
import Testing

/// A folder with the key files of a device, a signer and a group, made by the command itself.
final class KeyFolder: Sendable {
    private let folder: TemporaryDirectory
    /// A device's secret and public keys.
    let phone, phonePublic: String
    /// A signer's.
    let door, doorPublic: String
    /// A shared key.
    let group: String
    /// The key texts `sealedpush:device:…` and `sealedpush:signer:…`.
    let phoneText, doorText: String

    init() throws {
        folder = try TemporaryDirectory()
        phone = folder.path("phone.key")
        door = folder.path("door.key")
        group = folder.path("group.key")
        let phoneKeys = try CommandResult(["key", "new", "device", "-o", phone])
        let doorKeys = try CommandResult(["key", "new", "signer", "door", "-o", door])
        let groupKeys = try CommandResult(["key", "new", "shared", "-o", group])
        try #require(phoneKeys.code == 0 && doorKeys.code == 0 && groupKeys.code == 0)
        phonePublic = try folder.write("phone.pub", phoneKeys.output, mode: 0o644)
        doorPublic = try folder.write("door.pub", doorKeys.output, mode: 0o644)
        phoneText = try #require(phoneKeys.lines.first { $0.hasPrefix("sealedpush:device:") })
        doorText = try #require(doorKeys.lines.first { $0.hasPrefix("sealedpush:signer:") })
    }

    var path: String { folder.url.path }

    func path(_ name: String) -> String { folder.path(name) }

    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
        try folder.write(name, bytes, mode: mode)
    }

    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        try folder.write(name, text, mode: mode)
    }

    func bytes(of path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: path))) }

    func text(of path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

    /// The names in the folder, those that begin with a dot included.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The line of a key file that holds a key of that kind.
    func line(_ kind: String, in path: String) throws -> String {
        try #require(
            text(of: path).split(separator: "\n").first { $0.hasPrefix("sealedpush:\(kind):") }.map(String.init)
        )
    }

    /// A push to the device, signed unless it is to be anonymous; sealed by the command.
    func sealed(
        _ payload: String = #"{"aps":{"alert":{"title":"Door","body":"Front door opened"}}}"#,
        _ options: [String] = [],
        anonymous: Bool = false,
        now: UInt64? = nil
    ) throws -> [UInt8] {
        let sender = anonymous ? ["--anonymous"] : ["--from", door]
        let result = try CommandResult(
            ["seal", "--to", phonePublic] + sender + options,
            input: [UInt8](payload.utf8),
            now: now
        )
        try #require(result.code == 0, "\(result.error)")
        return result.output
    }

    /// What `open` makes of a push, with the device's key and the signer trusted.
    func opened(_ push: [UInt8], _ options: [String] = [], now: UInt64? = nil) throws -> CommandResult {
        try CommandResult(["open", "--key", phone, "--trust", doorPublic] + options, input: push, now: now)
    }
}
