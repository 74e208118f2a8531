// SPDX-License-Identifier: Apache-2.0

/// All orders in which the steps of several threads can come, each thread's own steps in their order.
enum Interleavings {
    /// - Parameter steps: How many steps each thread takes.
    /// - Returns: Each order as the numbers of the threads.
    static func all(_ steps: [Int]) -> [[Int]] {
        guard steps.contains(where: { $0 > 0 }) else { return [[]] }
        return steps.indices.filter { steps[$0] > 0 }.flatMap { thread in
            var left = steps
            left[thread] -= 1
            return all(left).map { [thread] + $0 }
        }
    }
}
