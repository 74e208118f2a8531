// SPDX-License-Identifier: Apache-2.0

import SealedPushTesting
import Testing

@Suite("The keys for tests")
struct MockKeyTests {
    @Test("are four of each kind, all distinct, and the same in every run")
    func distinct() {
        let ids =
            [DeviceKey.Secret.mock1, .mock2, .mock3, .mock4].map(\.publicKey.description)
            + [SigningKey.Secret.mock1, .mock2, .mock3, .mock4].map(\.publicKey.description)
            + [Identity.Secret.mock1, .mock2, .mock3, .mock4].map(\.publicKey.description)
            + [SharedKey.mock1, .mock2, .mock3, .mock4].map { "\($0.fingerprint)" }
        #expect(Set(ids).count == 16)
        #expect(
            DeviceKey.Secret.mock1.publicKey.description
                == "sealedpush:device:GXz_dfVQRVuyUz4zQEh8KJ5dHO_0gykWKHDzO7HTqgC7Eubl"
        )
    }
}
