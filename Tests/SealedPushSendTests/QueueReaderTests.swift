// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SealedPushSend

/// What a stop leaves for whoever reads the same pipe next.
struct QueueReaderTests {
    private let input: [Int32]
    private let stop: Stop

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        input = ends
        stop = try #require(Stop())
    }

    private func send(_ text: String) {
        _ = text.utf8.withContiguousStorageIfAvailable { write(input[1], $0.baseAddress, $0.count) }
    }

    private func reader(grace: Duration = .seconds(60)) -> QueueReader {
        QueueReader(input[0], stop: stop.descriptor, grace: grace)
    }

    /// What stands in the pipe still.
    private func rest() -> String {
        close(input[1])
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(input[0], &bytes, bytes.count)
        close(input[0])
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func text(_ event: QueueReader.Event) -> String {
        switch event {
        case .line(let number, let bytes): "\(number) \(String(decoding: bytes, as: UTF8.self))"
        case .tooLong(let number): "\(number) too long"
        case .brokenOff(let number): "\(number) broken off"
        case .end: "end"
        case .failed(let number): "failed \(number)"
        }
    }

    @Test("A line that was begun before a stop is read to its end, and nothing behind it")
    func begun() async throws {
        let reader = reader()
        send("a\nbc")
        #expect(text(await reader.next()) == "1 a")
        stop.come()
        send("d\ne\nf")
        #expect(text(await reader.next()) == "2 bcd")
        #expect(text(await reader.next()) == "end")
        #expect(text(await reader.next()) == "end")
        #expect(rest() == "e\nf")
    }

    @Test("Lines that were read before a stop are given, and none that begins after it")
    func whole() async throws {
        let reader = reader()
        send("a\nb\n")
        #expect(text(await reader.next()) == "1 a")
        stop.come()
        send("c\n")
        #expect(text(await reader.next()) == "2 b")
        #expect(text(await reader.next()) == "end")
        #expect(rest() == "c\n")
    }

    @Test("A line whose end does not come in time is said to be broken off")
    func late() async throws {
        let reader = reader(grace: .zero)
        send("a\nbc")
        #expect(text(await reader.next()) == "1 a")
        stop.come()
        #expect(text(await reader.next()) == "2 broken off")
        #expect(text(await reader.next()) == "end")
        #expect(rest() == "")
    }

    @Test("The end of the input ends a line after a stop as before one")
    func endOfInput() async throws {
        let reader = reader()
        send("a\nbc")
        #expect(text(await reader.next()) == "1 a")
        stop.come()
        close(input[1])
        #expect(text(await reader.next()) == "2 bc")
        #expect(text(await reader.next()) == "end")
        close(input[0])
    }

    @Test("A line that is too long for any push is skipped to its end after a stop, too")
    func long() async throws {
        let reader = reader()
        let long = String(repeating: "x", count: 70_000)
        send("a\n")
        #expect(text(await reader.next()) == "1 a")
        // More than a socket holds at once: somebody must be reading.
        let writer = Thread { [self] in
            for _ in 0..<8 { send(long) }
            stop.come()
            send("y\nb\n")
        }
        writer.start()
        let event = text(await reader.next())
        #expect(event == "2 too long")
        // The stop may come while the tail is in the buffer already.
        #expect(["end", "3 b"].contains(text(await reader.next())))
        close(input[0])
        close(input[1])
    }
}
