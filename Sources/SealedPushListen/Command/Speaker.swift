// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// Says on standard error what is worth knowing, a line at a time; the same line again and again is said once.
final class Speaker: Sendable {
    private let descriptor: Int32
    private let isQuiet: Bool
    private let last = Lock("")

    /// - Parameter isQuiet: Whether it says only what went wrong.
    init(descriptor: Int32 = 2, isQuiet: Bool = false) {
        self.descriptor = descriptor
        self.isQuiet = isQuiet
    }

    /// Something worth knowing.
    func say(_ text: String) {
        if !isQuiet { complain(text) }
    }

    /// Something that went wrong.
    func complain(_ text: String) {
        let isNew = last.withLock { last in
            defer { last = text }
            return last != text
        }
        guard isNew else { return }
        // Texts of other programs may be among it.
        CommandContext(arguments: [], error: descriptor).say(PrintableText.escape(text))
    }
}
