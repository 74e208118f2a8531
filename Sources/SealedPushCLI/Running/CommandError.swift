// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

package import SealedPushCore
package import SealedPushSender

/// Why a command stops: an exit code and one line, or none where there is nobody to read it.
package struct CommandError: Error, Hashable, Sendable {
    package let code: ExitCode
    package let message: String?

    package init(_ code: ExitCode, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// Whoever read the output has gone: no reason for words, but not everything was delivered.
    static let brokenPipe = CommandError(.inputOutput, nil)

    /// Runs `body` and turns its error into an exit code and a line.
    @discardableResult
    static func wrapping<Result>(_ body: () throws(KeyError) -> Result) throws(CommandError) -> Result {
        do throws(KeyError) {
            return try body()
        } catch {
            throw CommandError(error)
        }
    }

    package init(_ error: UsageError) { self.init(.usage, error.message) }

    package init(reading error: FileError) {
        self.init(Self.codeForReading(error.errno), error.description)
    }

    init(creating error: FileError) {
        let hint =
            error.errno == EEXIST
            ? "; choose another name, or add --force to replace it (the public half of a key file there: 'sealedpush key public')"
            : ""
        self.init(Self.codeForCreating(error.errno), error.description + hint)
    }

    package init(_ error: KeyError) {
        switch error.code {
        case .file: self.init(Self.codeForReading(error.errno ?? EIO), error.description)
        case .exposedFile, .wrongPassphrase: self.init(.noPermission, error.description)
        case .notEnoughMemory: self.init(.tryAgain, error.description)
        default: self.init(.badData, error.description)
        }
    }

    package init(_ error: SealError) {
        self.init(error.code == .placeholder ? .usage : .badData, error.description)
    }

    static func codeForReading(_ errno: Int32) -> ExitCode {
        switch errno {
        case ENOENT, ENOTDIR, EISDIR, ENXIO, ELOOP, ENAMETOOLONG: .inputMissing
        case EACCES, EPERM: .noPermission
        default: .inputOutput
        }
    }

    private static func codeForCreating(_ errno: Int32) -> ExitCode {
        switch errno {
        case EEXIST, ENOENT, ENOTDIR, EISDIR, EROFS, ELOOP, ENAMETOOLONG, EINVAL: .cannotCreate
        case EACCES, EPERM: .noPermission
        default: .inputOutput
        }
    }
}
