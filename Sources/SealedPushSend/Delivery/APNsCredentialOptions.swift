// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore

/// `--credentials` and what goes with it: who sends by APNs.
///
/// Files and names alone, never a secret.
struct APNsCredentialOptions: Sendable {
    private static let file = Option("--credentials", value: "FILE")
    private static let keyID = Option("--key-id", value: "ID")
    private static let teamID = Option("--team-id", value: "ID")
    private static let certificateKey = Option("--certificate-key", value: "FILE")
    private static let passphraseFile = Option("--passphrase-file", value: "FILE")
    static let options = [file, keyID, teamID, certificateKey, passphraseFile]

    /// Variables that stand for the options of the same meaning.
    static let fileVariable = "SEALEDPUSH_APNS_CREDENTIALS"
    static let keyIDVariable = "SEALEDPUSH_APNS_KEY_ID"
    static let teamIDVariable = "SEALEDPUSH_APNS_TEAM_ID"

    private var texts: [Option: String] = [:]

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        texts[option] = try arguments.value(for: option)
    }

    /// The credentials, read from their files.
    func credentials(environment: [String: String]) throws(DeliveryFault) -> APNsCredentials {
        func text(_ option: Option, _ variable: String) -> String? {
            texts[option] ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let file = text(Self.file, Self.fileVariable) else {
            throw Self.missing(
                "APNs asks who sends: add --credentials FILE (AuthKey_….p8), or set \(Self.fileVariable)"
            )
        }
        guard file.hasSuffix(".p8") || texts[Self.keyID] != nil || texts[Self.teamID] != nil else {
            let passphrase = try passphrase()
            return try Self.wrapping { () throws(APNsError) in
                try .certificate(file: file, keyFile: texts[Self.certificateKey], passphrase: passphrase)
            }
        }
        guard let keyID = text(Self.keyID, Self.keyIDVariable) ?? Self.keyID(in: file) else {
            throw Self.missing("which key is it? add --key-id ID, the 10 characters that name the key")
        }
        guard let teamID = text(Self.teamID, Self.teamIDVariable) else {
            throw Self.missing("whose key is it? add --team-id ID, or set \(Self.teamIDVariable)")
        }
        return try Self.wrapping { () throws(APNsError) in try .token(file: file, keyID: keyID, teamID: teamID) }
    }

    private static func wrapping(
        _ body: () throws(APNsError) -> APNsCredentials
    ) throws(DeliveryFault) -> APNsCredentials {
        do throws(APNsError) {
            return try body()
        } catch {
            throw DeliveryFault(error)
        }
    }

    /// Apple names the file by the key: `AuthKey_ABCDE12345.p8`.
    private static func keyID(in file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
    }

    private func passphrase() throws(DeliveryFault) -> SecretBytes? {
        guard let path = texts[Self.passphraseFile] else { return nil }
        do throws(KeyError) {
            // Two bytes more than a passphrase has: its line end.
            let file = try SecretFile(path: path, limit: Passphrase.maximumLength + 2)
            try file.requirePrivate()
            let length = file.bytes.withCopy { bytes in
                bytes.count - (bytes.last == 0x0a ? bytes.dropLast().last == 0x0d ? 2 : 1 : 0)
            }
            return try file.bytes.prefix(length)
        } catch {
            throw DeliveryFault(CommandError(error))
        }
    }

    private static func missing(_ message: String) -> DeliveryFault {
        DeliveryFault(.usage, "credentialsMissing", message)
    }
}
