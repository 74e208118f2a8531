// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

internal import SealedPushCore

/// Reads a file line by line, however many it has, and never keeps more than one line and a little.
struct LineReader: ~Copyable {
    /// A key, a path or a name is shorter; what is not is given as far as this, and refused by whoever reads it.
    static let maximumLength = 4096
    /// What has no end after this many bytes is no list of lines.
    static let endlessLength = 4_194_304

    private let descriptor: Int32
    private let path: String
    private let closes: Bool
    private var buffer: [UInt8] = []
    private var isAtStart = true
    private var isAtEnd = false

    /// - Parameter standardInput: read in place of the path where there is one.
    init(path: String, standardInput: Int32? = nil) throws(CommandError) {
        closes = standardInput == nil
        self.path = standardInput == nil ? path : "standard input"
        do throws(FileError) {
            if let standardInput {
                descriptor = standardInput
            } else {
                descriptor = try Files.openForReading(path)
            }
        } catch {
            throw CommandError(reading: error)
        }
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// The next line without its end and the white space around it; `nil` after the last.
    mutating func next() throws(CommandError) -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: Self.lineFeed) {
                defer { buffer.removeFirst(end + 1) }
                return Self.trimmed(buffer[..<end])
            }
            if buffer.count > Self.maximumLength {
                let line = buffer
                try skipRestOfLine()
                return line
            }
            guard try readOn() else {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : Self.trimmed(buffer[...])
            }
        }
    }

    /// What follows in an overlong line is no line of its own.
    private mutating func skipRestOfLine() throws(CommandError) {
        var skipped = 0
        repeat {
            skipped += buffer.count
            guard skipped <= Self.endlessLength else {
                throw CommandError(
                    .badData,
                    "\(PrintableText.escape(path)): a line of more than \(Self.endlessLength) bytes: this is no list"
                )
            }
            buffer = []
            guard try readOn() else { return }
        } while !buffer.contains(Self.lineFeed)
        buffer.removeFirst((buffer.firstIndex(of: Self.lineFeed) ?? 0) + 1)
    }

    /// Appends what comes next; says whether there was anything.
    private mutating func readOn() throws(CommandError) -> Bool {
        while !isAtEnd {
            var part = [UInt8](repeating: 0, count: Self.maximumLength)
            let count = unsafe read(descriptor, &part, part.count)
            if count > 0 {
                buffer += part[..<count]
                // The mark is three bytes, and may come in pieces.
                if isAtStart, buffer.count >= Self.mark.count {
                    isAtStart = false
                    if buffer.starts(with: Self.mark) { buffer.removeFirst(Self.mark.count) }
                }
                return true
            }
            if count == 0 {
                isAtEnd = true
            } else if errno != EINTR {
                throw CommandError(reading: FileError("read", path, errno: errno))
            }
        }
        return false
    }

    private static let lineFeed = UInt8(ascii: "\n")
    /// The byte order mark that some editors put in front.
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let white: Set<UInt8> = [0x20, 0x09, 0x0d]
        guard let start = line.firstIndex(where: { !white.contains($0) }),
            let end = line.lastIndex(where: { !white.contains($0) })
        else { return [] }
        return [UInt8](line[start...end])
    }
}
