// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT

/// The folder of one device's listener: its notifications, its journal, the name of its session.
struct ListenFolder: Sendable {
    let path: String

    /// Makes it where it is not there.
    init(_ path: String) throws(CommandError) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandError(
                .cannotCreate,
                "cannot make the folder \(PrintableText.escape(path)): choose another with --data FOLDER"
            )
        }
    }

    /// Where it is without `--data`.
    static func path(of device: String, environment: [String: String]) throws(CommandError) -> String {
        guard let data = DataFolder.path(environment: environment) else {
            throw CommandError(.inputMissing, "where are notifications kept? HOME is not set; use --data FOLDER")
        }
        // A name has no slash, and may be two dots.
        return "\(data)/sealedpush/listen/\(device.hasPrefix(".") ? "_" : "")\(device)"
    }

    /// The name of the session at the broker, made once.
    func clientID() throws(CommandError) -> MQTTClientID {
        let file = "\(path)/client-id"
        if let text = try? String(contentsOfFile: file, encoding: .utf8) {
            do throws(MQTTError) {
                return try MQTTClientID(text.trimmingCharacters(in: .whitespacesAndNewlines))
            } catch {
                throw CommandError(.badData, "\(PrintableText.escape(file)): \(error)")
            }
        }
        let id = MQTTClientID.random()
        do throws(FileError) {
            let text = [UInt8]("\(id.text)\n".utf8)
            try unsafe Files.create(file, text.span.bytes, replacing: false)
        } catch {
            throw CommandError(.cannotCreate, error.description)
        }
        return id
    }
}
