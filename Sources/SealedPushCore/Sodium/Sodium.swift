// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// The one door to libsodium: starting it, its status codes, randomness, wiping.
///
/// Its high-level calls only; each primitive has a file of its own beside this one.
package enum Sodium {
    /// The version of the library that was linked, such as `1.0.18`.
    package static var version: String {
        unsafe String(cString: sodium_version_string())
    }

    private static let started: Bool = sodium_init() >= 0

    /// Starts the library once; everything that allocates or draws random bytes calls it first.
    static func start() {
        guard started else {
            // `sodium_init` fails only where the system has no source of randomness: no key, nonce or seal made after
            // that could be trusted, and there is no caller who could go on without one.
            fatalError("libsodium cannot start: this system offers no randomness")
        }
    }

    /// Whether a status returned by libsodium means success; nothing else in the project compares one with 0.
    static func succeeded(_ status: Int32) -> Bool {
        status == 0
    }

    /// `count` bytes from the system's generator.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Overwrites the bytes with zeros in a way no optimiser removes; the array must have no other owner.
    package static func wipe(_ bytes: inout [UInt8]) {
        unsafe sodium_memzero(&bytes, bytes.count)
    }
}
