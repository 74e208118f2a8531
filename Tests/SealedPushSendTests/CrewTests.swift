// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

@testable import SealedPushSend

/// Work that is told to come to an end.
struct CrewTests {
    @Test("Work that has become too late while it waited for somebody is not started, and makes room for other")
    func tooLate() async {
        let crew = Crew(1)
        #expect(await !crew.start(unless: { true }) { Issue.record("it was started") })
        let done = Lock(false)
        #expect(await crew.start(unless: { false }) { done.withLock { $0 = true } })
        await crew.finish()
        #expect(done.withLock { $0 })
    }

    @Test("What is under way, and what comes after, is cancelled, and each ends")
    func cancelled() async {
        let crew = Crew(2)
        let seen = Lock<[String]>([])
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        await crew.start {
            let (ended, ending) = AsyncStream.makeStream(of: Void.self)
            beginning.yield()
            await withTaskCancellationHandler {
                for await _ in ended { break }
            } onCancel: {
                ending.finish()
            }
            seen.withLock { $0.append("first \(Task.isCancelled)") }
        }
        for await _ in began { break }
        crew.cancel()
        await crew.start { seen.withLock { $0.append("second \(Task.isCancelled)") } }
        await crew.finish()
        #expect(seen.withLock { $0.sorted() } == ["first true", "second true"])
    }
}
