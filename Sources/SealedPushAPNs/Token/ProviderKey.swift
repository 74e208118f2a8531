// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushOpenSSL
internal import SealedPushCore

/// A provider's token key with the two names that go with it: signs provider tokens.
@safe
final class ProviderKey: @unchecked Sendable {
    // Unchecked because it holds a pointer: the key is complete when `init` returns and OpenSSL only reads it to sign.
    private let key: OpaquePointer
    private let keyID: String
    private let teamID: String

    /// - Parameter place: what errors call the file.
    init(pem: SecretBytes, place: String, keyID: String, teamID: String) throws(APNsError) {
        try Self.checkName(keyID, "key id")
        try Self.checkName(teamID, "team id")
        self.keyID = keyID
        self.teamID = teamID
        guard let key = unsafe PEM.privateKey(pem, passphrase: nil) else {
            throw APNsError(.badCredentials, "\(place): \(PEM.problem(with: pem))")
        }
        unsafe self.key = key
        try checkCurve(place)
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// A provider token: a JWT of RFC 7519, signed with ES256.
    func token(issuedAt time: Timestamp) throws(APNsError) -> String {
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(time.seconds)}"#
        let text = Base64URL.string([UInt8](header.utf8)) + "." + Base64URL.string([UInt8](claims.utf8))
        guard let signature = sign([UInt8](text.utf8)) else {
            throw APNsError(.badCredentials, "the token key cannot sign: OpenSSL refuses")
        }
        return text + "." + Base64URL.string(signature)
    }

    private static func checkName(_ name: String, _ what: String) throws(APNsError) {
        let isPlain = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isPlain, name.utf8.count == 10 else {
            throw APNsError(
                .badCredentials,
                "the \(what) must be 10 characters A-Z, 0-9, as Apple's developer site shows it"
            )
        }
    }

    private func checkCurve(_ place: String) throws(APNsError) {
        let wanted = "APNs takes an EC key on P-256, the file AuthKey_….p8 from Apple's developer site"
        guard unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else {
            let kind = unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA ? "an RSA key" : "no EC key"
            throw APNsError(.badCredentials, "\(place): is \(kind); \(wanted)")
        }
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
            throw APNsError(.badCredentials, "\(place): is an EC key on a curve without a name; \(wanted)")
        }
        let curve = String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard curve == "prime256v1" else {
            throw APNsError(.badCredentials, "\(place): is an EC key on \(PrintableText.excerpt(curve)); \(wanted)")
        }
    }

    /// ECDSA with SHA-256 in the form of JOSE: R and S, 32 bytes each.
    private func sign(_ message: [UInt8]) -> [UInt8]? {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else { return nil }
        // DER: two integers of at most 33 bytes, each with 2 bytes before it, and 2 before both.
        var der = [UInt8](repeating: 0, count: 72)
        var length = der.count
        guard unsafe EVP_DigestSign(context, &der, &length, message, message.count) == 1, length <= der.count else {
            return nil
        }
        return unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let signature = unsafe d2i_ECDSA_SIG(nil, &start, length) else { return nil }
            defer { unsafe ECDSA_SIG_free(signature) }
            var raw = [UInt8](repeating: 0, count: 64)
            return unsafe raw.withUnsafeMutableBufferPointer { raw -> Bool in
                guard let base = raw.baseAddress else { return false }
                return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32) == 32
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32) == 32
            } ? raw : nil
        }
    }
}
