// SPDX-License-Identifier: Apache-2.0

import DesktopTestSupport
import Foundation
import Testing

@testable import NotificationHost

@Suite("The terminal presenter")
struct TerminalPresenterTests {
    private enum Call: Hashable {
        case event(PresenterEvent)
        case outcome(String, PresentationOutcome)
    }

    private let output: SocketEnds
    private let input: SocketEnds
    private let presenter: TerminalPresenter
    private let calls = Inbox<Call>()

    init() throws {
        output = try SocketEnds()
        input = try SocketEnds()
        presenter = TerminalPresenter(
            output: output.writing.fileDescriptor,
            input: input.reading.fileDescriptor,
            environment: [:],
            timeZone: try #require(TimeZone(secondsFromGMT: 0))
        )
        presenter.start(shown: []) { [calls] in calls.add(.event($0)) }
    }

    private func present(_ identifier: String, body: String = "", actions: [Presentation.Action] = []) {
        var presentation = TerminalStyleTests.presentation("T", body: body)
        presentation.identifier = identifier
        presentation.actions = actions
        presenter.present(presentation) { [calls] in calls.add(.outcome(identifier, $0)) }
    }

    private func expect(_ call: Call) throws { _ = try calls.take("\(call)") { $0 == call } }

    private func type(_ line: String) throws {
        try input.writing.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Reads that much, waiting for it.
    private func read(_ count: Int) throws -> String {
        var bytes = Data()
        while bytes.count < count {
            guard let part = try output.reading.read(upToCount: count - bytes.count), !part.isEmpty else {
                break
            }
            bytes += part
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func expectOutput(_ text: String) throws {
        let written = try read(text.utf8.count)
        #expect(written == text)
    }

    @Test("what it writes is shown, in its order, and what is typed is an event")
    func wayThrough() throws {
        defer { presenter.stop() }
        #expect(presenter.abilities == [.alert, .actions, .textInput])
        present("a", actions: [.init(identifier: "U", title: "Unlock")])
        present("b")
        try expect(.outcome("a", .shown(reference: nil)))
        try expect(.outcome("b", .shown(reference: nil)))
        try expectOutput("[1] 14:05  T\n    1) Unlock\n[2] 14:05  T\n")
        try type("1 1")
        try expect(.event(.acted(identifier: "a", action: "U", text: nil)))
        try type("2 dismiss")
        try expect(.event(.dismissed(identifier: "b")))
        try type("2")
        try expectOutput("there is no notification 2\n")
        #expect(calls.rest == [])
    }

    @Test("what is withdrawn is said to be, once, and can be answered no longer")
    func withdraw() throws {
        defer { presenter.stop() }
        present("a")
        try expect(.outcome("a", .shown(reference: nil)))
        let reference = PresentedReference(identifier: "a", reference: nil)
        presenter.withdraw([reference, PresentedReference(identifier: "b", reference: nil)])
        presenter.withdraw([reference])
        try expectOutput("[1] 14:05  T\n[1] is withdrawn\n")
        try type("1 open")
        try expectOutput("there is no notification 1\n")
    }

    @Test("without input no actions are offered, and the end of the input ends nothing")
    func endOfInput() throws {
        defer { presenter.stop() }
        try input.writing.close()
        present("a")
        try expect(.outcome("a", .shown(reference: nil)))
        let silent = TerminalPresenter(output: output.writing.fileDescriptor, input: nil)
        #expect(silent.abilities == .alert)
    }

    @Test("a reader that is gone ends it quietly: no signal, and nothing is shown any longer")
    func brokenPipe() throws {
        defer { presenter.stop() }
        try output.reading.close()
        present("a")
        present("b")
        try expect(.outcome("a", .notNow))
        try expect(.outcome("b", .notNow))
        present("c")
        try expect(.outcome("c", .notNow))
    }

    @Test("a pipe that is read slowly makes nobody wait; what is too much is given back, and asked for again")
    func slowReader() throws {
        let pipe = Pipe()
        let presenter = TerminalPresenter(output: pipe.fileHandleForWriting.fileDescriptor, input: nil)
        defer { presenter.stop() }
        presenter.start(shown: []) { [calls] in calls.add(.event($0)) }
        let count = 3000
        for number in 0..<count {
            let presentation = TerminalStyleTests.presentation("\(number)", body: String(repeating: "x", count: 200))
            presenter.present(presentation) { [calls] in calls.add(.outcome("\(number)", $0)) }
        }
        try expect(.outcome("\(count - 1)", .notNow))
        #expect(!calls.rest.contains(.event(.ready)))
        Thread.detachNewThread { [reading = pipe.fileHandleForReading] in
            while let data = try? reading.read(upToCount: 65_536), !data.isEmpty {}
        }
        try expect(.event(.ready))
        presenter.present(TerminalStyleTests.presentation("T")) { [calls] in calls.add(.outcome("again", $0)) }
        try expect(.outcome("again", .shown(reference: nil)))
    }

    @Test("its caller may close the descriptors, and use their numbers for others")
    func ownDescriptors() throws {
        defer { presenter.stop() }
        let copy = dup(output.reading.fileDescriptor)
        defer { close(copy) }
        try output.writing.close()
        try input.reading.close()
        let others = try SocketEnds()
        present("a")
        try expect(.outcome("a", .shown(reference: nil)))
        try type("1")
        try expect(.event(.opened(identifier: "a")))
        withExtendedLifetime(others) {}
    }

    @Test("an output that is none shows nothing")
    func noOutput() throws {
        let presenter = TerminalPresenter(output: -1, input: nil)
        defer { presenter.stop() }
        presenter.start(shown: []) { _ in }
        presenter.present(TerminalStyleTests.presentation("T")) { [calls] in calls.add(.outcome("id", $0)) }
        try expect(.outcome("id", .notNow))
    }

    @Test("nothing is called after it was stopped, even while a reader keeps it from writing")
    func stop() throws {
        for number in 0..<1500 { present("\(number)", body: String(repeating: "x", count: 200)) }
        try expect(.outcome("0", .shown(reference: nil)))
        presenter.stop()
        let before = calls.rest.count
        present("later")
        presenter.stop()
        #expect(!calls.rest.contains(.outcome("later", .notNow)))
        // One that was under way when it was stopped.
        #expect(calls.rest.count <= before + 1)
    }
}
