// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
package import SealedPushStore

extension CommandError {
    /// Runs a call of the store and turns its error into an exit code and a line.
    @discardableResult
    static func storing<Result>(_ body: () throws(StoreError) -> Result) throws(CommandError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw CommandError(error)
        }
    }

    package init(_ error: StoreError) {
        if let errno = error.errno, error.code == .file {
            self.init(Self.codeForReading(errno), error.description)
            return
        }
        self.init(Self.codes[error.code] ?? .inputOutput, error.description)
    }

    private static let codes: [StoreError.Code: ExitCode] = [
        .badName: .usage,
        .notFound: .inputMissing, .missing: .inputMissing,
        .wrongKind: .badData, .noIdentity: .badData, .badValue: .badData,
        // A card or key that was read well, and is refused by the rules.
        .otherIdentity: .failed, .oldCard: .failed, .copiedIdentity: .failed, .revoked: .failed, .keyInUse: .failed,
        .nameTaken: .cannotCreate,
        .busy: .tryAgain, .notEnoughMemory: .tryAgain,
        .exposedFile: .noPermission, .symbolicLink: .noPermission, .readOnly: .noPermission,
    ]
}
