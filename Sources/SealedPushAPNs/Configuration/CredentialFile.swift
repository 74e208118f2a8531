// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Reads a file of credentials.
enum CredentialFile {
    /// A key has some hundred bytes, a P12 with its chain some thousand; what is longer is another file.
    private static let maximumLength = 40_000

    /// - Parameter isSecret: whether nobody else may read it.
    static func read(_ path: String, isSecret: Bool) throws(APNsError) -> SecretBytes {
        do throws(KeyError) {
            let file = try SecretFile(path: path, limit: maximumLength)
            if isSecret { try file.requirePrivate() }
            return file.bytes
        } catch {
            switch error.code {
            case .file: throw APNsError(.file, error.description)
            case .exposedFile: throw APNsError(.exposedFile, error.description)
            default: throw APNsError(.badCredentials, error.description)
            }
        }
    }
}
