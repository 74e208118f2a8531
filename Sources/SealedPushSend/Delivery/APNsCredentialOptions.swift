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
        let text = try arguments.value(for: option)
        try MisplacedText.check(
            text,
            in: option.name,
            wanting: [Self.keyID, Self.teamID].contains(option) ? "10 characters" : MisplacedText.path
        )
        texts[option] = text
    }

    /// How many of these options take standard input.
    var inputs: Int { [Self.file, Self.passphraseFile].count { texts[$0] == "-" } }

    /// The credentials, read from their files.
    ///
    /// - Parameters:
    ///   - environment: Variables that stand for options.
    ///   - input: Standard input.
    func credentials(environment: [String: String], input: Int32) throws(DeliveryFault) -> APNsCredentials {
        let given = Given(texts: texts, environment: environment)
        guard let path = try file(given) else {
            throw Self.missing(
                "APNs asks who sends: add --credentials FILE (AuthKey_….p8), or set \(Self.fileVariable)"
            )
        }
        let file = try CredentialText(path, input: input)
        guard isToken(file, given) else { return try certificate(file, input) }
        for option in [Self.certificateKey, Self.passphraseFile] where texts[option] != nil {
            throw DeliveryFault(
                .usage,
                "badRequest",
                "\(option.name) goes with a certificate, and \(file.place) holds none: for a token key leave it out"
            )
        }
        guard let keyID = given[Self.keyID, Self.keyIDVariable] ?? Self.keyID(in: path) else {
            throw Self.missing(
                "which key is it? add --key-id ID, or set \(Self.keyIDVariable): the key's 10 characters"
            )
        }
        guard let teamID = given[Self.teamID, Self.teamIDVariable] else {
            throw Self.missing("whose key is it? add --team-id ID, or set \(Self.teamIDVariable)")
        }
        return try file.token(keyID: keyID, teamID: teamID)
    }

    /// What options and variables say.
    private struct Given {
        let texts: [Option: String]
        let environment: [String: String]

        /// That of an option, else of the variable in its place.
        subscript(option: Option, variable: String) -> String? {
            texts[option] ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    private func file(_ given: Given) throws(DeliveryFault) -> String? {
        guard texts[Self.file] == nil, let path = given[Self.file, Self.fileVariable] else { return texts[Self.file] }
        do throws(UsageError) {
            try MisplacedText.check(path, in: Self.fileVariable)
            guard path != "-" else { throw UsageError("\(Self.fileVariable) is '-', and must be the path of a file") }
        } catch {
            throw DeliveryFault(CommandError(error))
        }
        return path
    }

    /// Whether a file holds a token key: what is in it says so, and where that says nothing, what was given beside it.
    private func isToken(_ file: CredentialText, _ given: Given) -> Bool {
        switch file.content {
        case .key: return true
        case .certificate: return false
        case .p12, .unknown:
            if texts[Self.keyID] != nil || texts[Self.teamID] != nil || file.path.hasSuffix(".p8") { return true }
            guard file.content == .unknown else { return false }
            return given[Self.keyID, Self.keyIDVariable] != nil && texts[Self.certificateKey] == nil
                && texts[Self.passphraseFile] == nil
        }
    }

    private func certificate(_ file: CredentialText, _ input: Int32) throws(DeliveryFault) -> APNsCredentials {
        for option in [Self.keyID, Self.teamID] where texts[option] != nil {
            throw DeliveryFault(
                .usage,
                "badRequest",
                "\(option.name) goes with a token key, and \(file.place) holds a certificate: leave it out"
            )
        }
        let keyFile = texts[Self.certificateKey]
        try DeliveryFault.reading { () throws(CommandError) in
            try file.file.requireLasting()
            if let keyFile { try InputFile(keyFile).requireLasting() }
        }
        let passphrase = try passphrase(input)
        do throws(APNsError) {
            return try .certificate(file: file.path, keyFile: keyFile, passphrase: passphrase)
        } catch {
            throw DeliveryFault(credentials: error)
        }
    }

    /// Apple names the file by the key: `AuthKey_ABCDE12345.p8`.
    private static func keyID(in file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        return String(name.dropFirst("AuthKey_".count).dropLast(".p8".count))
    }

    private func passphrase(_ input: Int32) throws(DeliveryFault) -> SecretBytes? {
        guard let path = texts[Self.passphraseFile] else { return nil }
        // Two bytes more than a passphrase has: its line end.
        let file = try SecretFile.read(path, input: input, limit: Passphrase.maximumLength + 2)
        do throws(KeyError) {
            try file.requirePrivate()
            let length = file.bytes.withCopy { bytes in
                bytes.count - (bytes.last == 0x0a ? bytes.dropLast().last == 0x0d ? 2 : 1 : 0)
            }
            return try file.bytes.prefix(length)
        } catch {
            throw DeliveryFault(file: CommandError(error))
        }
    }

    private static func missing(_ message: String) -> DeliveryFault {
        DeliveryFault(.usage, "credentialsMissing", message)
    }
}
