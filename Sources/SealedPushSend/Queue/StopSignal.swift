// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Lets SIGTERM and SIGINT bring about a stop; the second of them ends the process as ever.
final class StopSignal {
    /// For how long a second one counts as the same: `timeout` of the coreutils sends it to the program and to its group.
    private static let echo = DispatchTimeInterval.milliseconds(500)

    let stop: Stop
    private let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - stop: What the first of them brings about.
    ///   - numbers: Which signals.
    init(_ stop: Stop, by numbers: [Int32] = [SIGTERM, SIGINT]) {
        self.stop = stop
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                stop.come()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.echo) {
                    for number in numbers { signal(number, SIG_DFL) }
                }
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
