// SPDX-License-Identifier: Apache-2.0

/// One message between a host and an extension in a process of its own: a mark, a kind, a length, the content.
struct Frame {
    enum Kind: UInt8 {
        /// Extension to host: it is set up, what it takes from now on is for the push that comes.
        case ready = 1
        /// Host to extension: a request.
        case request = 2
        /// Host to extension: time is up.
        case expire = 3
        /// Extension to host: content.
        case answer = 4
        /// Host to extension: there is going to be one more push.
        case again = 5
    }

    /// Tells a message from whatever else an extension may write.
    private static let mark: [UInt8] = [0x53, 0x50, 0x78, 0x31]
    static let headerLength = 9
    /// An answer holds text and a payload; what is longer is none.
    static let maximumLength = 1_048_576

    let kind: Kind
    let content: [UInt8]

    var bytes: [UInt8] {
        let length = UInt32(content.count)
        return Self.mark + [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            + content
    }

    /// Whether bytes can be, or become, a frame.
    enum Progress {
        case incomplete
        case complete(Frame)
        case rubbish
    }

    static func read(_ bytes: [UInt8]) -> Progress {
        guard bytes.starts(with: mark.prefix(bytes.count)) else { return .rubbish }
        guard bytes.count >= headerLength else { return .incomplete }
        let length = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) }
        guard let kind = Kind(rawValue: bytes[4]), length <= maximumLength else { return .rubbish }
        guard bytes.count >= headerLength + length else { return .incomplete }
        return .complete(Frame(kind: kind, content: [UInt8](bytes[headerLength..<headerLength + length])))
    }
}
