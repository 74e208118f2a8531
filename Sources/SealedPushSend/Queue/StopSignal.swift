// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Turns SIGTERM and SIGINT into something that a reader can wait for; the second one ends the process as ever.
final class StopSignal {
    /// Readable for good from the moment that a signal has come.
    let descriptor: Int32
    private let writer: Int32
    private let sources: [any DispatchSourceSignal]

    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        let writer = ends[1]
        descriptor = ends[0]
        self.writer = writer
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                _ = unsafe write(writer, "x", 1)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
        close(descriptor)
        close(writer)
    }
}
