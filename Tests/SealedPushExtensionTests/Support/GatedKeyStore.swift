// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver

/// A store in which the reading of keys stops at a gate.
struct GatedKeyStore: KeyStore {
    let store: InMemoryKeyStore
    let gate: Gate

    func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        gate.pass()
        return try store.openingKeys(of: kind, id: id)
    }

    func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] { try store.trustedSigners(id: id) }

    func requiresSignature() throws(KeyStoreError) -> Bool { try store.requiresSignature() }
}
