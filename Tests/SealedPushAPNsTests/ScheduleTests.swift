// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushAPNs

@Suite("What waits its turn")
struct ScheduleTests {
    @Test("comes out by its time, and not before it")
    func schedule() throws {
        var generator = SeededGenerator(seed: 5)
        var schedule = Schedule()
        var times: [Int] = []
        for _ in 0..<500 {
            let time = Int.random(in: 0..<300, using: &generator)
            times.append(time)
            schedule.add(Job(Sample.request(time)), due: .milliseconds(time))
        }
        times.sort()
        for time in times {
            #expect(schedule.nextDue == .milliseconds(time))
            if time > 0 {
                let early = schedule.popDue(at: .milliseconds(time - 1))
                #expect(early == nil)
            }
            let job = schedule.popDue(at: .milliseconds(time))
            #expect(job?.request.deviceToken == Sample.device(time))
        }
        #expect(schedule.isEmpty)
    }

    @Test("can be taken out of the middle")
    func removal() throws {
        var schedule = Schedule()
        let jobs = (0..<20).map { Job(Sample.request($0)) }
        for (index, job) in jobs.enumerated() { schedule.add(job, due: .seconds((index * 7) % 20)) }
        schedule.remove(jobs[3])
        schedule.remove(jobs[3])
        var left: [Job] = []
        while let job = schedule.popDue(at: .seconds(20)) { left.append(job) }
        #expect(left.count == 19)
        #expect(!left.contains { $0 === jobs[3] })
        #expect(left.map { $0.request.deviceToken } == (0..<20).filter { $0 != 1 }.map { Sample.device($0 * 3 % 20) })
    }
}
