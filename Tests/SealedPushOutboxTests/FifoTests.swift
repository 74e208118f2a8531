// SPDX-License-Identifier: Apache-2.0

import SealedPushOutbox
import TestSupport
import Testing

@Suite("What stands in a queue")
struct FifoTests {
    @Test("comes out in order, whatever is put in at either end or taken out")
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
