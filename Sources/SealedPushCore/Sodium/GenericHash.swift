// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// BLAKE2b with a label as its key: `crypto_generichash`.
enum GenericHash {
    /// Hashes `input` under one of the project's labels.
    ///
    /// - Parameter length: 16…64 bytes; every caller passes 32 or 64.
    static func hash(_ input: [UInt8], label: Label, length: Int) -> [UInt8] {
        Sodium.start()
        var output = [UInt8](repeating: 0, count: length)
        let key = label.bytes
        // The status is non-zero only for lengths out of range, and both are constants of this project.
        _ = unsafe crypto_generichash(&output, length, input, UInt64(input.count), key, key.count)
        return output
    }
}
