// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCLI
internal import SealedPushCore

/// The file that a program's name stands for.
enum ProgramFile {
    /// Where the system looks for a name without a slash if the environment does not say.
    private static let usualFolders = "/bin:/usr/bin"

    /// Says what would keep it from being run; that it cannot be run later on is another matter.
    ///
    /// - Throws: exit code 66 or 77.
    static func check(_ name: String, environment: [String: String]) throws(CommandError) {
        let folders = (environment["PATH"] ?? usualFolders).split(separator: ":", omittingEmptySubsequences: false)
        let places = name.contains("/") ? [name] : folders.map { $0.isEmpty ? name : "\($0)/\(name)" }
        var problem = ENOENT
        for place in places {
            guard let number = self.problem(at: place) else { return }
            if problem == ENOENT { problem = number }
        }
        let shown = PrintableText.excerpt(name)
        let advice =
            switch problem {
            case ENOENT where !name.contains("/"): "it is in no folder of $PATH: give its whole path"
            case EACCES: "make it executable with 'chmod +x', and see that its folders can be entered"
            default: "give --exec the path of a program"
            }
        throw CommandError(
            problem == EACCES ? .noPermission : .inputMissing,
            "--exec \(shown) cannot be run: \(SystemReason.text(problem)); \(advice)"
        )
    }

    private static func problem(at path: String) -> Int32? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return errno }
        if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
        return unsafe access(path, X_OK) == 0 ? nil : errno
    }
}
