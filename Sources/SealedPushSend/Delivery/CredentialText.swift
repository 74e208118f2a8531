// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore

/// The file of `--credentials`, looked into: what is in it says what it is, whatever it is called.
///
/// Secrets that a service manager hands over as files have no suffix.
struct CredentialText {
    enum Content {
        /// PEM without a certificate in it.
        case key
        /// PEM with one.
        case certificate
        /// DER, as a P12 is.
        case p12
        case unknown
    }

    /// A key has some hundred bytes, a P12 with its chain some thousand; what is longer is another file.
    private static let maximumLength = 40_000
    /// What DER begins with: a sequence.
    private static let sequence: UInt8 = 0x30

    let file: InputFile
    let content: Content
    private let secret: SecretFile

    init(_ path: String, input: Int32) throws(DeliveryFault) {
        file = try DeliveryFault.reading { () throws(CommandError) in try InputFile(path) }
        secret = try SecretFile.read(path, input: input, limit: Self.maximumLength)
        content = secret.bytes.withCopy { bytes in
            if bytes.contains("-----BEGIN CERTIFICATE-----".utf8)
                || bytes.contains("-----BEGIN TRUSTED CERTIFICATE-----".utf8)
            {
                return .certificate
            }
            if bytes.contains("-----BEGIN ".utf8) { return .key }
            return bytes.first == Self.sequence ? .p12 : .unknown
        }
    }

    var path: String { file.path }

    /// What messages call it.
    var place: String { path == "-" ? "standard input" : PrintableText.escape(path) }

    /// A token key from it.
    func token(keyID: String, teamID: String) throws(DeliveryFault) -> APNsCredentials {
        do throws(KeyError) {
            try secret.requirePrivate()
        } catch {
            throw DeliveryFault(file: CommandError(error))
        }
        do throws(APNsError) {
            guard case .stream = file.kind else { return try .token(file: path, keyID: keyID, teamID: teamID) }
            return try .token(key: secret.bytes, keyID: keyID, teamID: teamID)
        } catch {
            throw DeliveryFault(credentials: error)
        }
    }
}

extension SecretFile {
    /// Reads a file with a secret in it, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - input: Standard input.
    ///   - limit: Bytes it may have.
    static func read(_ path: String, input: Int32, limit: Int) throws(DeliveryFault) -> SecretFile {
        try DeliveryFault.reading { () throws(CommandError) in
            let file = try InputFile(path)
            do throws(KeyError) {
                guard file.path == "-" else { return try SecretFile(path: path, limit: limit) }
                return try SecretFile(path: "standard input", standardInput: input, limit: limit)
            } catch {
                throw CommandError(error)
            }
        }
    }
}

extension DeliveryFault {
    /// Why a file that an option names cannot be read, or is not one.
    init(file error: CommandError) {
        self.init(error.code, error.code == .badData ? "badCredentials" : "file", error.message ?? "")
    }

    /// Looks at a file that an option names.
    static func reading<Result>(_ body: () throws(CommandError) -> Result) throws(DeliveryFault) -> Result {
        do throws(CommandError) {
            return try body()
        } catch {
            throw DeliveryFault(file: error)
        }
    }

    /// What is wrong with a file of credentials.
    init(credentials error: APNsError) {
        self.init(error)
        guard error.code == .badCredentials else { return }
        // The library says what is wrong with the file; which option mends it is this program's to know.
        if error.description.hasSuffix("is protected by a passphrase: give it") {
            self = DeliveryFault(.noPermission, "wrongPassphrase", error.description + " with --passphrase-file FILE")
        } else if error.description.hasSuffix("has another passphrase") {
            self = DeliveryFault(.noPermission, "wrongPassphrase", error.description + " than --passphrase-file says")
        }
    }
}
