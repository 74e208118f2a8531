// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI

/// Options that the same thing has in `sealedpush listen`, and other places, under another name.
enum ForeignOption {
    private static let names = [
        "--user": "--mqtt-user NAME", "--username": "--mqtt-user NAME",
        "--password-file": "--mqtt-password-file FILE",
        "--password": "--mqtt-password-file FILE, a file and never the password itself",
        "--certificate": "--mqtt-certificate FILE for a broker, --credentials FILE for APNs",
        "--key": "--mqtt-key FILE for a broker, --certificate-key FILE for APNs",
        "--cafile": "--ca FILE",
    ]

    /// The error about an option that nobody knows, with its name here where it is one of these.
    static func explain(_ error: UsageError) -> UsageError {
        let parts = error.message.split(separator: ";", maxSplits: 1)
        guard let start = parts.first, start.hasPrefix(mark), let name = names[String(start.dropFirst(mark.count))]
        else {
            return error
        }
        return UsageError("\(start): here it is \(name)")
    }

    /// What the reader of arguments says before the option.
    private static let mark = "unknown option "
}
