// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import NotificationHost

@Suite("Commands for a thread that polls")
struct CommandQueueTests {
    @Test("whoever waits is woken, and gets all commands in their order")
    func order() {
        let queue = CommandQueue<Int>()
        let count = 10_000
        Thread.detachNewThread {
            for number in 0..<count { queue.send(number) }
        }
        var received: [Int] = []
        while received.count < count {
            _ = queue.wait(for: [], atMost: .seconds(30))
            let commands = queue.take()
            guard !commands.isEmpty else { break }
            received += commands
        }
        #expect(received == Array(0..<count))
    }

    @Test("a descriptor that is ready ends the waiting too, and one that is not there does not")
    func descriptors() throws {
        let queue = CommandQueue<Int>()
        let ends = Pipe()
        try ends.fileHandleForWriting.write(contentsOf: [1])
        let ready = queue.wait(
            for: [(-1, Int32(POLLIN)), (ends.fileHandleForReading.fileDescriptor, Int32(POLLIN))],
            atMost: .seconds(30)
        )
        #expect(ready == [0, Int32(POLLIN)])
        #expect(queue.take() == [])
    }

    @Test("time ends it as well")
    func time() {
        let queue = CommandQueue<Int>()
        #expect(queue.wait(for: [], atMost: .milliseconds(1)) == [])
        #expect(queue.wait(for: [], atMost: .seconds(-1)) == [])
    }
}
