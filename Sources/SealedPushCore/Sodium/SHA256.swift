// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// SHA-256, taken piece by piece: `crypto_hash_sha256`.
///
/// Not for anything of the format, which uses BLAKE2b: it is what every system can compute of a file.
package struct SHA256: Sendable {
    /// Bytes of a hash.
    package static let length = 32

    private var state = crypto_hash_sha256_state()

    package init() {
        Sodium.start()
        // The status of these three calls is always 0.
        _ = unsafe crypto_hash_sha256_init(&state)
    }

    /// Takes the next piece.
    package mutating func update(_ bytes: [UInt8]) {
        _ = unsafe crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
    }

    /// The hash of all pieces so far.
    package func hash() -> [UInt8] {
        var state = state
        var output = [UInt8](repeating: 0, count: Self.length)
        _ = unsafe crypto_hash_sha256_final(&state, &output)
        return output
    }
}
