// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Takes what a loader loads, piece by piece, and writes it to a file: it knows how much may come, and keeps none of it in memory.
public final class MediaSink: Sendable {
    private struct State: Sendable {
        var head: [UInt8] = []
        var format: MediaFormat?
        var count = 0
        var expected = 0
        var hash = SHA256()
    }

    /// When all of it must be there.
    public let deadline: ContinuousClock.Instant
    let file: MediaFile
    private let digest: MediaDigest?
    private let isOpen: @Sendable () -> Bool
    private let state = Lock(State())

    /// - Parameter isOpen: Whether the push is not answered yet.
    init(
        file: MediaFile,
        digest: MediaDigest?,
        deadline: ContinuousClock.Instant,
        isOpen: @escaping @Sendable () -> Bool
    ) {
        self.file = file
        self.digest = digest
        self.deadline = deadline
        self.isOpen = isOpen
    }

    /// Whether there is still time for it; once false, always false.
    public var isWanted: Bool { isOpen() && ContinuousClock.now < deadline }

    /// Takes the number of bytes that will come, where it is known: what is too large is refused before it is loaded.
    ///
    /// - Throws: `MediaError.tooLarge`.
    public func expect(_ count: Int) throws(MediaError) {
        try state.withLock { state throws(MediaError) in
            state.expected = max(count, 0)
            try Self.checkLength(state)
        }
    }

    /// Takes the next bytes.
    ///
    /// - Throws: `MediaError`: `timedOut`, `tooLarge`, `unknownType`, `notStored`; nothing more is taken then.
    public func write(_ bytes: [UInt8]) throws(MediaError) {
        guard isWanted else { throw MediaError(.timedOut, "the media did not come in time") }
        try state.withLock { state throws(MediaError) in
            state.count += bytes.count
            if state.format == nil {
                state.head += bytes.prefix(MediaLimits.headLength - state.head.count)
                if state.head.count == MediaLimits.headLength { state.format = try Self.format(of: state.head) }
            }
            try Self.checkLength(state)
            if digest != nil { state.hash.update(bytes) }
            try file.write(bytes)
        }
    }

    /// Everything has come: the format, once the content is what it must be.
    func finish() throws(MediaError) -> MediaFormat {
        try state.withLock { state throws(MediaError) in
            let format: MediaFormat
            if let found = state.format { format = found } else { format = try Self.format(of: state.head) }
            if let digest, state.hash.hash() != digest.bytes {
                throw MediaError(.wrongDigest, "the media are not what the sender named: the digest is another")
            }
            return format
        }
    }

    private static func format(of head: [UInt8]) throws(MediaError) -> MediaFormat {
        guard let format = MediaFormat(head: head) else {
            throw MediaError(.unknownType, "the media are of no type that can be attached")
        }
        return format
    }

    private static func checkLength(_ state: State) throws(MediaError) {
        let limit = state.format?.limit ?? MediaLimits.length
        guard max(state.count, state.expected) <= limit else {
            throw MediaError(.tooLarge, "the media have more than the \(limit) bytes that their kind may have")
        }
    }
}
