// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Who connects: a user name with a password from a file, a client certificate, both, or nobody in particular.
///
/// Secrets stay in their files, which are read for each connection, so a changed one needs no restart.
public struct MQTTCredentials: Sendable {
    /// A file of certificates and keys has some thousand bytes; what is longer is another file.
    private static let maximumFileLength = 200_000

    /// Sent in the clear unless the broker's scheme is `mqtts`.
    public var userName: String?
    /// A file that holds the password and nothing else but a line's end; its owner and group alone may read it.
    public var passwordFile: String?
    /// A PEM file: the client's certificate, then those between it and the authority.
    public var certificateFile: String?
    /// A PEM file of the certificate's private key, without a passphrase; its owner and group alone may read it.
    public var keyFile: String?

    /// Without any, for brokers that let everyone in.
    public init() {}

    /// A user name and the file of its password.
    public init(userName: String, passwordFile: String) {
        self.userName = userName
        self.passwordFile = passwordFile
    }

    /// A client certificate and the file of its key.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    var isEmpty: Bool { userName == nil && certificateFile == nil }

    func check(usesTLS: Bool) throws(MQTTError) {
        if let userName {
            guard (1...MQTTTopic.maximumLength).contains(userName.utf8.count), !userName.utf8.contains(0) else {
                throw MQTTError(.badConfiguration, "the user name is empty, too long or has a NUL in it")
            }
        }
        guard passwordFile == nil || userName != nil else {
            throw MQTTError(.badConfiguration, "a password file without a user name")
        }
        guard (certificateFile == nil) == (keyFile == nil) else {
            throw MQTTError(.badConfiguration, "a client certificate needs both its file and the file of its key")
        }
        guard certificateFile == nil || usesTLS else {
            throw MQTTError(.badConfiguration, "a client certificate is of no use without TLS: the scheme is mqtts")
        }
        _ = try password()
        _ = try key()
    }

    /// The password, without the line's end; `nil` where there is none.
    func password() throws(MQTTError) -> SecretBytes? {
        guard let passwordFile else { return nil }
        let bytes = try Self.secret(passwordFile)
        let place = PrintableText.escape(passwordFile)
        let (length, hasNUL) = bytes.withBytes { span -> (Int, Bool) in
            unsafe span.withUnsafeBytes { bytes in
                var length = bytes.count
                if length > 0, unsafe bytes[length - 1] == UInt8(ascii: "\n") { length -= 1 }
                if length > 0, length < bytes.count, unsafe bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
                return (length, unsafe bytes[..<length].contains(0))
            }
        }
        guard length > 0 else { throw MQTTError(.badCredentials, "\(place) is empty, expected a password") }
        guard length <= MQTTLimits.password, !hasNUL else {
            throw MQTTError(.badCredentials, "\(place) holds no password: it is too long, or has a NUL in it")
        }
        return try Self.translating { () throws(KeyError) in try bytes.prefix(length) }
    }

    /// The text of the private key; `nil` where there is none.
    func key() throws(MQTTError) -> SecretBytes? {
        guard let keyFile else { return nil }
        return try Self.secret(keyFile)
    }

    private static func secret(_ path: String) throws(MQTTError) -> SecretBytes {
        try translating { () throws(KeyError) in
            let file = try SecretFile(path: path, limit: maximumFileLength)
            try file.requirePrivate()
            return file.bytes
        }
    }

    private static func translating(_ body: () throws(KeyError) -> SecretBytes) throws(MQTTError) -> SecretBytes {
        do throws(KeyError) {
            return try body()
        } catch {
            switch error.code {
            case .file: throw MQTTError(.file, error.description)
            case .exposedFile: throw MQTTError(.exposedFile, error.description)
            case .notEnoughMemory: throw MQTTError(.system, error.description)
            default: throw MQTTError(.badCredentials, error.description)
            }
        }
    }
}
