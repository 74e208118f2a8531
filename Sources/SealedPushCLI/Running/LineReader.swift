// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

internal import SealedPushCore

/// Reads a file line by line, however long it is, and never keeps more than one line and a little.
struct LineReader: ~Copyable {
    /// A key, a path or a name is shorter; what is not is given as far as this, and refused by whoever reads it.
    static let maximumLength = 4096

    private let descriptor: Int32
    private let path: String
    private let closes: Bool
    private var buffer: [UInt8] = []
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
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                return Self.trimmed(buffer[..<end])
            }
            if isAtEnd || buffer.count > Self.maximumLength {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return Self.trimmed(buffer[...])
            }
            var part = [UInt8](repeating: 0, count: Self.maximumLength)
            let count = unsafe read(descriptor, &part, part.count)
            if count > 0 {
                buffer += part[..<count]
            } else if count == 0 {
                isAtEnd = true
            } else if errno != EINTR {
                throw CommandError(reading: FileError("read", path, errno: errno))
            }
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let white: Set<UInt8> = [0x20, 0x09, 0x0d]
        guard let start = line.firstIndex(where: { !white.contains($0) }),
            let end = line.lastIndex(where: { !white.contains($0) })
        else { return [] }
        return [UInt8](line[start...end])
    }
}
