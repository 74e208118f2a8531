// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushOutbox
import Testing

@Suite("A client's thread")
struct ClientThreadTests {
    @Test("has its name in lists of threads, and takes no signals")
    func thread() async throws {
        let (name, blocked) = try await withCheckedThrowingContinuation { continuation in
            do {
                try ClientThread.start(named: "sealedpush-test", orThrow: TestFailure.system) {
                    var mask = sigset_t()
                    pthread_sigmask(SIG_BLOCK, nil, &mask)
                    let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                    let blocked = [SIGTERM, SIGINT, SIGPIPE, SIGCHLD].map { sigismember(&mask, $0) == 1 }
                    continuation.resume(returning: (name, blocked))
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(name == "sealedpush-test\n")
        #expect(blocked == [true, true, true, true])
    }

    @Test("leaves the signals of the one who starts it as they were")
    func mask() throws {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        try ClientThread.start(named: "sealedpush-test", orThrow: TestFailure.system) {}
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(
            [SIGTERM, SIGPIPE].map { sigismember(&before, $0) } == [SIGTERM, SIGPIPE].map { sigismember(&after, $0) }
        )
    }
}
