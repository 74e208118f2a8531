// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushOutbox
import Testing

@Suite("A waker")
struct WakerTests {
    private let waker: Waker

    init() throws { waker = try Waker(orThrow: TestFailure.system) }

    @Test("ends the wait of another thread, and one wait for any number of wakes")
    func wakes() throws {
        let waker = waker
        try ClientThread.start(named: "sealedpush-test", orThrow: TestFailure.system) {
            for _ in 0..<1_000 { waker.wake() }
        }
        #expect(waker.wait(nil) == 0)
        // However many are still to come: a full pipe keeps nobody waiting.
        for _ in 0..<100_000 { waker.wake() }
        #expect(waker.isAwake)
        _ = waker.wait(nil)
    }

    @Test("waits no longer than it is told")
    func limits() {
        let start = ContinuousClock.now
        #expect(waker.wait(.zero) == 0)
        #expect(waker.wait(.milliseconds(20)) == 0)
        #expect(waker.wait(.nanoseconds(1)) == 0)
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test("says what there is at the socket, and takes what woke it beside that")
    func socket() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let waited = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        waker.wake()
        #expect(waker.wait(nil, socket: waited) == 0)
        try #require(write(ends[1], "x", 1) == 1)
        #expect(waker.wait(nil, socket: waited) & Int16(POLLIN) != 0)
        #expect(!waker.isAwake)
    }

    @Test("leaves no descriptor behind, and none to a child")
    func descriptors() throws {
        var waker: Waker? = try Waker(orThrow: TestFailure.system)
        let descriptor = try #require(waker?.descriptor)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        weak let gone = waker
        waker = nil
        #expect(gone == nil)
    }
}

extension Waker {
    /// Whether a wait would end at once; takes nothing.
    var isAwake: Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, 0) == 1
    }
}
