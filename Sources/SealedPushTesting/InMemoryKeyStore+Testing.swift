// SPDX-License-Identifier: Apache-2.0

extension InMemoryKeyStore {
    /// A store with a device's keys, newest last, and the signers it trusts.
    public convenience init(_ devices: DeviceKey.Secret..., trusting signers: SigningKey.Public...) {
        self.init(
            keys: devices.enumerated().map { OpeningKey($1, created: Timestamp(milliseconds: UInt64($0))) },
            trusting: signers.map { TrustedSigner($0) }
        )
    }
}
