// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushOpenSSL
internal import SealedPushCore

/// Reads PEM texts with OpenSSL, which never asks on a terminal for a passphrase here.
enum PEM {
    /// The first private key of a text; the caller frees it.
    @unsafe static func privateKey(_ text: SecretBytes, passphrase: SecretBytes?) -> OpaquePointer? {
        unsafe withReader(text) { reader in
            unsafe withCString(passphrase) { unsafe PEM_read_bio_PrivateKey(reader, nil, nil, $0) }
        }
    }

    /// The first certificate of a text; the caller frees it.
    @unsafe static func certificate(_ text: SecretBytes) -> OpaquePointer? {
        unsafe withReader(text) { reader in
            unsafe withCString(nil) { unsafe PEM_read_bio_X509(reader, nil, nil, $0) }
        }
    }

    /// Lends the bytes as a stream of OpenSSL; what OpenSSL notes about failures is forgotten.
    @unsafe static func withReader<Result>(_ bytes: SecretBytes, _ body: (OpaquePointer) -> Result?) -> Result? {
        defer { ERR_clear_error() }
        return bytes.withBytes { span in
            unsafe span.withUnsafeBytes { buffer in
                guard let length = Int32(exactly: buffer.count),
                    let reader = unsafe BIO_new_mem_buf(buffer.baseAddress, length)
                else { return nil }
                defer { unsafe BIO_free(reader) }
                return unsafe body(reader)
            }
        }
    }

    /// Lends a passphrase as OpenSSL's default callback takes it, and wipes it; an empty one where there is none, for without
    /// one that callback asks on the terminal.
    @unsafe static func withCString<Result>(
        _ passphrase: SecretBytes?,
        _ body: (UnsafeMutableRawPointer) -> Result?
    ) -> Result? {
        var copy = [UInt8](repeating: 0, count: (passphrase?.count ?? 0) + 1)
        defer { Sodium.wipe(&copy) }
        if let passphrase {
            passphrase.withBytes { span in
                for index in 0..<span.byteCount {
                    copy[index] = unsafe span.unsafeLoad(fromByteOffset: index, as: UInt8.self)
                }
            }
        }
        return unsafe copy.withUnsafeMutableBytes { buffer in
            // One byte at least, so it has an address.
            unsafe buffer.baseAddress.flatMap { unsafe body($0) }
        }
    }

    /// What is wrong with a text that holds no usable private key.
    static func problem(with text: SecretBytes) -> String {
        let wanted = "expected the file AuthKey_….p8 from Apple's developer site"
        guard text.count > 0 else { return "is empty; \(wanted)" }
        return text.withCopy { bytes in
            if contains(bytes, "-----BEGIN ENCRYPTED PRIVATE KEY-----") || contains(bytes, "Proc-Type: 4,ENCRYPTED") {
                return "is protected by a passphrase; \(wanted), which is not"
            }
            if contains(bytes, "PRIVATE KEY-----") {
                return "is a private key that was damaged or cut short; \(wanted)"
            }
            if contains(bytes, "-----BEGIN CERTIFICATE-----") { return "is a certificate and no key; \(wanted)" }
            if contains(bytes, "-----BEGIN PUBLIC KEY-----") {
                return "is a public key; \(wanted), which holds the private one"
            }
            if contains(bytes, "-----BEGIN ") { return "holds no private key; \(wanted)" }
            return "is no PEM text; \(wanted)"
        }
    }

    static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        bytes.contains(text.utf8)
    }
}
