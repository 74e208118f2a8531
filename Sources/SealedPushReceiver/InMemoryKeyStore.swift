// SPDX-License-Identifier: Apache-2.0

/// Keys for as long as the process lives: for tests, and for programs that read theirs from files.
public final class InMemoryKeyStore: KeyStore {
    private struct Contents: Sendable {
        var keys: [OpeningKey] = []
        var retired: [(kind: KeyKind, fingerprint: Fingerprint)] = []
        var signers: [TrustedSigner] = []
        var everTrusted = false
        var problem: KeyStoreError?
    }

    private let contents = Lock(Contents())

    /// Starts with these keys and signers.
    public init(keys: [OpeningKey] = [], trusting signers: [TrustedSigner] = []) {
        for key in keys { add(key) }
        for signer in signers { trust(signer) }
    }

    /// Adds one of the receiver's own keys.
    public func add(_ key: OpeningKey) {
        contents.withLock { $0.keys.append(key) }
    }

    /// Forgets a key, but remembers that it was there.
    public func retire(_ kind: KeyKind, _ fingerprint: Fingerprint) {
        contents.withLock { contents in
            contents.keys.removeAll { $0.kind == kind && $0.fingerprint == fingerprint }
            contents.retired.append((kind, fingerprint))
        }
    }

    /// Trusts a signer; from then on a signature is required, for good.
    public func trust(_ signer: TrustedSigner) {
        contents.withLock { contents in
            contents.signers.append(signer)
            contents.everTrusted = true
        }
    }

    /// Trusts a signer no longer.
    public func revoke(_ signer: SigningKey.Public) {
        contents.withLock { $0.signers.removeAll { $0.key == signer } }
    }

    /// Makes every answer this error, `nil` for none: what a locked or broken store does.
    public func setProblem(_ problem: KeyStoreError?) {
        contents.withLock { $0.problem = problem }
    }

    /// Whether a signature is required from now on.
    package func setRequiresSignature(_ required: Bool) {
        contents.withLock { $0.everTrusted = required }
    }

    /// The keys of a KIND with that id.
    public func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        let contents = try available()
        return OpeningKeys(
            contents.keys.filter { $0.kind == kind && $0.fingerprint.id == id },
            hasRetired: contents.retired.contains { $0.kind == kind && $0.fingerprint.id == id }
        )
    }

    /// The trusted signers with that id.
    public func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
        try available().signers.filter { $0.key.id == id }
    }

    /// Whether a signer was ever trusted.
    public func requiresSignature() throws(KeyStoreError) -> Bool {
        try available().everTrusted
    }

    private func available() throws(KeyStoreError) -> Contents {
        let contents = contents.withLock { $0 }
        if let problem = contents.problem { throw problem }
        return contents
    }
}
