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

    @Test("comes out of a queue in order, whatever is put in at either end or taken out")
    func queue() {
        var generator = SeededGenerator(seed: 6)
        var queue = Fifo<Int>()
        var model: [Int] = []
        for step in 0..<20_000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                queue.append(step)
                model.append(step)
            case 4:
                queue.prepend(step)
                model.insert(step, at: 0)
            case 5:
                let divisor = Int.random(in: 2..<40, using: &generator)
                let taken = queue.removeAll { $0 % divisor == 0 }
                #expect(taken == model.filter { $0 % divisor == 0 })
                model.removeAll { $0 % divisor == 0 }
            default:
                let first = queue.popFirst()
                #expect(first == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.count == model.count)
            #expect(queue.isEmpty == model.isEmpty)
        }
    }
}
