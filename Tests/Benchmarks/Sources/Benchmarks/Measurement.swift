// SPDX-License-Identifier: Apache-2.0

/// Times several things in turn, round after round, so that whatever the machine does meanwhile hits all of them alike.
struct Measurement {
    private struct Case {
        let name: String
        let body: () throws -> Void
        var samples: [Double] = []
    }

    private var cases: [Case] = []

    mutating func add(_ name: String, _ body: @escaping () throws -> Void) {
        cases.append(Case(name: name, body: body))
    }

    /// Medians in microseconds, by name.
    mutating func run(rounds: Int, iterations: Int) throws -> [String: Double] {
        for round in 0...rounds {
            for index in cases.indices {
                let body = cases[index].body
                let time = try ContinuousClock().measure {
                    for _ in 0..<iterations { try body() }
                }
                // The first round warms up.
                guard round > 0 else { continue }
                let parts = time.components
                let microseconds = Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12
                cases[index].samples.append(microseconds / Double(iterations))
            }
        }
        return Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0.samples.sorted()[$0.samples.count / 2]) })
    }
}
