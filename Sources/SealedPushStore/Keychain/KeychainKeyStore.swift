// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
internal import Foundation
internal import Security

/// Never compiled or run by this project, which is built and tested on Linux: keys and trusted signers in the Keychain.
///
/// Each key is a generic password of its own, readable after the first unlock since the device started, on this device
/// only: in no backup and no iCloud Keychain. App and extension name the same access group. Seen pushes and failure
/// counts are not for the Keychain: give the receiver a `SQLiteKeyStore` for those.
///
/// `add`, `remove`, `trust` and `distrust` are for the app alone; the extension only reads.
public final class KeychainKeyStore: KeyStore {
    /// What is written beside a key; public.
    private struct Label: Codable {
        var name: String?
        var created: UInt64
        var usableUntil: UInt64?
    }

    private let accessGroup: String?
    private let service: String

    /// Names where the keys are.
    ///
    /// - Parameters:
    ///   - accessGroup: The Keychain access group that app and extension share, such as `TEAMID.com.example.shared`; `nil`
    ///     for the program's own, which an extension does not see.
    ///   - service: Sets these keys apart from other items.
    public init(accessGroup: String?, service: String = "sealedpush") {
        self.accessGroup = accessGroup
        self.service = service
    }

    // MARK: KeyStore

    /// The store's own keys of a KIND (`deviceSecret` or `sharedSecret`) with that id.
    ///
    /// - Throws: `KeyStoreError.locked` before the first unlock, `unavailable`.
    public func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        var keys: [OpeningKey] = []
        for (label, data) in try items(in: folder(kind, id)) {
            let created = Timestamp(milliseconds: label.created)
            let end = label.usableUntil.map { Timestamp(milliseconds: $0) }
            let secret = try secretBytes(data)
            do throws(KeyError) {
                switch kind {
                case .deviceSecret:
                    let key = try DeviceKey.Secret(bytes: secret)
                    keys.append(OpeningKey(key, name: label.name, created: created, usableUntil: end))
                case .sharedSecret:
                    let key = try SharedKey(bytes: secret)
                    keys.append(OpeningKey(key, name: label.name, created: created, usableUntil: end))
                default: break
                }
            } catch {
                throw KeyStoreError(.unavailable, "keychain: \(error)")
            }
        }
        return OpeningKeys(keys, hasRetired: try !items(in: folder(kind, id) + ".retired").isEmpty)
    }

    /// The trusted signers with that id.
    ///
    /// - Throws: `KeyStoreError.locked` before the first unlock, `unavailable`.
    public func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
        var signers: [TrustedSigner] = []
        for (label, data) in try items(in: folder(.signer, id)) {
            do throws(KeyError) {
                let key = try SigningKey.Public(bytes: [UInt8](data))
                let end = label.usableUntil.map { Timestamp(milliseconds: $0) }
                signers.append(TrustedSigner(key, name: label.name, usableUntil: end))
            } catch {
                throw KeyStoreError(.unavailable, "keychain: \(error)")
            }
        }
        return signers
    }

    /// Whether a signer was ever trusted.
    ///
    /// - Throws: `KeyStoreError.locked` before the first unlock, `unavailable`.
    public func requiresSignature() throws(KeyStoreError) -> Bool {
        try !items(in: "\(service).requires-signature").isEmpty
    }

    // MARK: For the app

    /// Adds one of the store's own keys, or replaces what is known of it, such as its end.
    ///
    /// - Throws: `KeyStoreError`.
    public func add(_ key: OpeningKey) throws(KeyStoreError) {
        let label = Label(
            name: key.name,
            created: key.created.milliseconds,
            usableUntil: key.usableUntil?.milliseconds
        )
        let secret =
            switch key.key {
            case .device(let key): key.secretBytes
            case .shared(let key): key.secretBytes
            }
        // Foundation's copy cannot be wiped: the Keychain takes nothing else.
        let data = secret.withCopy { Data($0) }
        try put(data, label, in: folder(key.kind, key.fingerprint.id), account: key.fingerprint.description)
    }

    /// Erases one of the store's own keys; its fingerprint is remembered, so that a late push is `retiredKey`.
    ///
    /// - Throws: `KeyStoreError`.
    public func remove(_ kind: KeyKind, _ fingerprint: Fingerprint) throws(KeyStoreError) {
        let folder = folder(kind, fingerprint.id)
        let label = Label(name: nil, created: Timestamp.now().milliseconds, usableUntil: nil)
        try put(Data(), label, in: folder + ".retired", account: fingerprint.description)
        try delete(in: folder, account: fingerprint.description)
    }

    /// Trusts a signer; from then on a signature is required, for good.
    ///
    /// - Throws: `KeyStoreError`.
    public func trust(_ signer: TrustedSigner) throws(KeyStoreError) {
        let label = Label(
            name: signer.name,
            created: Timestamp.now().milliseconds,
            usableUntil: signer.usableUntil?.milliseconds
        )
        try put(Data(), label, in: "\(service).requires-signature", account: "signer")
        let fingerprint = signer.key.fingerprint
        try put(Data(signer.key.bytes), label, in: folder(.signer, fingerprint.id), account: fingerprint.description)
    }

    /// Trusts a signer no longer; a signature stays required.
    ///
    /// - Throws: `KeyStoreError`.
    public func distrust(_ signer: SigningKey.Public) throws(KeyStoreError) {
        try delete(in: folder(.signer, signer.id), account: signer.fingerprint.description)
    }

    // MARK: Items

    /// The Keychain finds items by equality alone, so the id that is asked for is part of the service.
    private func folder(_ kind: KeyKind, _ id: KeyID) -> String { "\(service).\(kind).\(id)" }

    private func query(_ folder: String) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: folder,
            kSecAttrSynchronizable: false,
            kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
        return query
    }

    private func items(in folder: String) throws(KeyStoreError) -> [(Label, Data)] {
        var query = query(folder)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        try check(status, "read")
        var items: [(Label, Data)] = []
        for item in result as? [[String: Any]] ?? [] {
            guard let generic = item[kSecAttrGeneric as String] as? Data,
                let label = try? JSONDecoder().decode(Label.self, from: generic)
            else { throw KeyStoreError(.unavailable, "keychain: an item of \(folder) is not what it should be") }
            items.append((label, item[kSecValueData as String] as? Data ?? Data()))
        }
        return items
    }

    private func put(_ data: Data, _ label: Label, in folder: String, account: String) throws(KeyStoreError) {
        guard let generic = try? JSONEncoder().encode(label) else {
            throw KeyStoreError(.unavailable, "keychain: a label that cannot be written")
        }
        var item = query(folder)
        item[kSecAttrAccount] = account
        let values: [CFString: Any] = [
            kSecAttrGeneric: generic,
            kSecValueData: data,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let new = item.merging(values) { $1 }
        let status = unsafe SecItemAdd(new as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return try check(status, "write") }
        try check(SecItemUpdate(item as CFDictionary, values as CFDictionary), "write")
    }

    private func delete(in folder: String, account: String) throws(KeyStoreError) {
        var item = query(folder)
        item[kSecAttrAccount] = account
        let status = SecItemDelete(item as CFDictionary)
        guard status != errSecItemNotFound else { return }
        try check(status, "delete")
    }

    private func secretBytes(_ data: Data) throws(KeyStoreError) -> SecretBytes {
        var copy = [UInt8](data)
        defer { Sodium.wipe(&copy) }
        do throws(KeyError) {
            return try SecretBytes(copy)
        } catch {
            throw KeyStoreError(.unavailable, "keychain: \(error)")
        }
    }

    private func check(_ status: OSStatus, _ action: String) throws(KeyStoreError) {
        switch status {
        case errSecSuccess: return
        case errSecInteractionNotAllowed:
            throw KeyStoreError(.locked, "keychain: this device was not unlocked since it started")
        case errSecMissingEntitlement:
            throw KeyStoreError(
                .unavailable,
                "KEYCHAIN: THIS PROGRAM MAY NOT USE THE ACCESS GROUP '\(accessGroup ?? "its own")': add it to "
                    + "keychain-access-groups in the entitlements of both the app and the extension"
            )
        default: throw KeyStoreError(.unavailable, "keychain: cannot \(action), status \(status)")
        }
    }
}
#endif
