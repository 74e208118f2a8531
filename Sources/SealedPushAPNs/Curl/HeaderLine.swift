// SPDX-License-Identifier: Apache-2.0

/// Picks the value out of a header line as libcurl hands it over.
enum HeaderLine {
    /// A value that is longer is not one that this client reads.
    private static let maximumLength = 128

    /// The value, without the white space around it; `nil` for another header.
    ///
    /// - Parameter name: in lower case, as HTTP/2 writes it.
    @unsafe static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> [UInt8]? {
        let length = name.utf8CodeUnitCount
        guard line.count > length, unsafe line[length] == UInt8(ascii: ":") else { return nil }
        for index in 0..<length {
            guard unsafe line[index] == name.utf8Start[index] else { return nil }
        }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0d || byte == 0x0a || byte == 0x09 }
        var value = unsafe line[(length + 1)...].drop(while: isSpace)
        while let last = unsafe value.last, isSpace(last) { unsafe value.removeLast() }
        guard unsafe value.count <= maximumLength else { return nil }
        return unsafe [UInt8](value)
    }
}
