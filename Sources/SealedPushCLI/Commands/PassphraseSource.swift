// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Where a passphrase comes from: a file, or whoever sits at the terminal.
struct PassphraseSource {
    /// The path after `--passphrase-file`.
    var file: String?

    func passphrase(confirming: Bool, in context: inout CommandContext) throws(CommandError) -> Passphrase {
        guard let file else { return try Terminal(context.terminal).passphrase(confirming: confirming) }
        // Two bytes more than a passphrase has: its line end.
        let secret = try context.readSecret(file, limit: Passphrase.maximumLength + 2)
        return try CommandError.wrapping { () throws(KeyError) in
            try secret.requirePrivate()
            return try Passphrase(secret.bytes)
        }
    }
}
