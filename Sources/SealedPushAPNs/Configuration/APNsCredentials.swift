// SPDX-License-Identifier: Apache-2.0

public import SealedPushCore

/// Who sends: a token key, which serves all apps of a team or those it was made for, or a certificate for one app.
public struct APNsCredentials: Sendable {
    enum Kind: Sendable {
        case token(ProviderKey)
        case certificate(ClientCertificate)
    }

    let kind: Kind

    var isCertificate: Bool {
        if case .certificate = kind { true } else { false }
    }

    /// A token key from the file that Apple's developer site gives out once, `AuthKey_….p8`.
    ///
    /// - Parameters:
    ///   - file: PEM, PKCS#8, an EC key on P-256; nobody but its owner and group may read it.
    ///   - keyID: the 10 characters that name the key; the file's name has them too.
    ///   - teamID: the 10 characters that name the team.
    /// - Throws: `badCredentials`, `file`, `exposedFile`.
    public static func token(file: String, keyID: String, teamID: String) throws(APNsError) -> APNsCredentials {
        let key = try CredentialFile.read(file, isSecret: true)
        return APNsCredentials(
            kind: .token(try ProviderKey(pem: key, place: PrintableText.escape(file), keyID: keyID, teamID: teamID))
        )
    }

    /// A token key from memory, for those who keep it elsewhere than in a file.
    ///
    /// - Parameters:
    ///   - key: The content of the `.p8` file.
    ///   - keyID: Ten characters, as Apple shows beside the key.
    ///   - teamID: Ten characters, as Apple shows for the account.
    /// - Throws: `badCredentials`.
    public static func token(key: SecretBytes, keyID: String, teamID: String) throws(APNsError) -> APNsCredentials {
        APNsCredentials(kind: .token(try ProviderKey(pem: key, place: "token key", keyID: keyID, teamID: teamID)))
    }

    /// A client certificate with its private key.
    ///
    /// The files are read again for each connection, so a renewed certificate may take their place.
    /// - Parameters:
    ///   - file: PEM or P12.
    ///   - keyFile: a PEM file of the key, where it is not in `file`.
    ///   - passphrase: what the key is protected by, where it is; UTF-8.
    /// - Throws: `badCredentials`, `file`, `exposedFile`.
    public static func certificate(
        file: String,
        keyFile: String? = nil,
        passphrase: SecretBytes? = nil
    ) throws(APNsError) -> APNsCredentials {
        APNsCredentials(
            kind: .certificate(try ClientCertificate(file: file, keyFile: keyFile, passphrase: passphrase))
        )
    }
}
