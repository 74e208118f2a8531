// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation

/// Two connected ends that no child of another test inherits, as those of `Pipe` may be: an end would never come.
struct SocketEnds {
    let reading: FileHandle
    let writing: FileHandle

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw HelperProcess.NotStarted(description: "no sockets")
        }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }
}
