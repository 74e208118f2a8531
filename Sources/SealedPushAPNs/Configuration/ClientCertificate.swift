// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushOpenSSL
internal import SealedPushCore

/// A client certificate in files, looked into once so that what is wrong is said before a connection fails.
struct ClientCertificate: Sendable {
    enum Format: String {
        case pem = "PEM"
        case p12 = "P12"
    }

    let file: String
    let keyFile: String?
    let passphrase: SecretBytes?
    let format: Format

    init(file: String, keyFile: String?, passphrase: SecretBytes?) throws(APNsError) {
        self.file = file
        self.keyFile = keyFile
        self.passphrase = passphrase
        let place = PrintableText.escape(file)
        let bytes = try CredentialFile.read(file, isSecret: keyFile == nil)
        if bytes.withCopy({ PEM.contains($0, "-----BEGIN ") }) {
            format = .pem
            let keyText = if let keyFile { try CredentialFile.read(keyFile, isSecret: true) } else { bytes }
            try Self.checkPEM(bytes, place, key: keyText, PrintableText.escape(keyFile ?? file), passphrase)
        } else {
            format = .p12
            try Self.checkP12(bytes, place, passphrase)
        }
    }

    private static func checkPEM(
        _ text: SecretBytes,
        _ place: String,
        key keyText: SecretBytes,
        _ keyPlace: String,
        _ passphrase: SecretBytes?
    ) throws(APNsError) {
        guard let certificate = unsafe PEM.certificate(text) else {
            throw APNsError(.badCredentials, "\(place): holds no certificate, or a damaged one")
        }
        defer { unsafe X509_free(certificate) }
        guard let key = unsafe PEM.privateKey(keyText, passphrase: passphrase) else {
            let isProtected = keyText.withCopy { PEM.contains($0, "ENCRYPTED") }
            let problem =
                !isProtected
                ? "holds no private key, or a damaged one; the key must be in it or in a key file"
                : passphrase == nil ? "is protected by a passphrase: give it" : "has another passphrase"
            throw APNsError(.badCredentials, "\(keyPlace): \(problem)")
        }
        defer { unsafe EVP_PKEY_free(key) }
        try unsafe check(certificate, place, key: key)
    }

    private static func checkP12(
        _ bytes: SecretBytes,
        _ place: String,
        _ passphrase: SecretBytes?
    ) throws(APNsError) {
        guard let store = unsafe PEM.withReader(bytes, { unsafe d2i_PKCS12_bio($0, nil) }) else {
            throw APNsError(
                .badCredentials,
                "\(place): is neither PEM nor P12; export certificate and key as one of them"
            )
        }
        defer { unsafe PKCS12_free(store) }
        defer { ERR_clear_error() }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        let status: Int32? = unsafe PEM.withCString(passphrase) { word in
            let word = unsafe word.assumingMemoryBound(to: CChar.self)
            guard unsafe PKCS12_verify_mac(store, word, -1) == 1 else { return -1 }
            return unsafe PKCS12_parse(store, word, &key, &certificate, nil)
        }
        defer {
            unsafe EVP_PKEY_free(key)
            unsafe X509_free(certificate)
        }
        guard status != -1 else {
            let problem = passphrase == nil ? "is protected by a passphrase: give it" : "has another passphrase"
            throw APNsError(.badCredentials, "\(place): \(problem)")
        }
        guard status == 1 else {
            throw APNsError(
                .badCredentials,
                "\(place): OpenSSL 3 does not read its old encryption; convert it: openssl pkcs12 -legacy -nodes -in … -out ….pem"
            )
        }
        guard let key = unsafe key, let certificate = unsafe certificate else {
            throw APNsError(
                .badCredentials,
                "\(place): holds a certificate or a key but not both; export both together"
            )
        }
        try unsafe check(certificate, place, key: key)
    }

    @unsafe private static func check(
        _ certificate: OpaquePointer,
        _ place: String,
        key: OpaquePointer
    ) throws(APNsError) {
        defer { ERR_clear_error() }
        guard unsafe X509_check_private_key(certificate, key) == 1 else {
            throw APNsError(.badCredentials, "\(place): the private key is not that of the certificate")
        }
        guard let end = unsafe X509_get0_notAfter(certificate) else { return }
        // Negative: the moment has passed. 0 is an error, which is left to the server to judge.
        guard unsafe X509_cmp_time(end, nil) < 0 else { return }
        var parts = unsafe tm()
        var date = ""
        if unsafe ASN1_TIME_to_tm(end, &parts) == 1 {
            date = unsafe " on \(Timestamp(milliseconds: UInt64(clamping: timegm(&parts)) * 1000))"
        }
        throw APNsError(.badCredentials, "\(place): the certificate expired\(date); make a new one")
    }
}
