// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Every place on a command line where the command reads something.
enum Place: String, CaseIterable, CustomTestStringConvertible {
    case keyPublic = "key public"
    case keyExport = "key export"
    case keyExportPassphrase = "key export --passphrase-file"
    case keyImport = "key import"
    case keyImportPassphrase = "key import --passphrase-file"
    case sealTo = "seal --to"
    case sealFrom = "seal --from"
    case sealPayload = "seal PAYLOAD"
    case openKey = "open --key"
    case openTrust = "open --trust"
    case openPayload = "open PAYLOAD"
    case inspect = "inspect"
    case keyTrust = "key trust"

    /// Where keys are read, and nothing else is.
    static let ofKeys: [Place] = [.keyPublic, .keyExport, .sealTo, .sealFrom, .openKey, .openTrust]
    static let ofPassphrases: [Place] = [.keyExportPassphrase, .keyImportPassphrase]

    var testDescription: String { rawValue }

    /// A command line that reads `path` there, `-` for standard input; everything else on it is good.
    func arguments(_ path: String, _ keys: KeyFolder) throws -> [String] {
        switch self {
        case .keyPublic: ["key", "public", path]
        case .keyExport: ["key", "export", path, "--passphrase-file", try keys.write("words", "correct horse\n")]
        case .keyExportPassphrase: ["key", "export", keys.phone, "--passphrase-file", path]
        case .keyImport:
            [
                "key", "import", path, "-o", keys.path("new.key"), "--passphrase-file",
                try keys.write("words", "horse\n"),
            ]
        case .keyImportPassphrase:
            try ["key", "import", wrapped(keys), "-o", keys.path("new.key"), "--passphrase-file", path]
        case .sealTo: ["seal", "--to", path, "--anonymous", "--body", "hello"]
        case .sealFrom: ["seal", "--to", keys.phonePublic, "--from", path, "--body", "hello"]
        case .sealPayload: ["seal", "--to", keys.phonePublic, "--anonymous", path]
        case .openKey: ["open", "--key", path, try push(keys)]
        case .openTrust: ["open", "--key", keys.phone, "--trust", path, try push(keys)]
        case .openPayload: ["open", "--key", keys.phone, path]
        case .inspect: ["inspect", path]
        case .keyTrust: ["--store", keys.path("store.db"), "key", "trust", path, "--name", "door"]
        }
    }

    private func push(_ keys: KeyFolder) throws -> String { try keys.write("push.json", keys.sealed()) }

    /// An export that nobody has the passphrase of; only what can be judged without it is right.
    private func wrapped(_ keys: KeyFolder) throws -> String {
        let header: [UInt8] = [1, 2, 0, 0, 0, 1, 0, 0, 0x20, 0] + [UInt8](repeating: 7, count: 16 + 24 + 528)
        return try keys.write("wrapped", "sealedpush:wrapped:\(Encoding.base64url(header))\n")
    }
}
