// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NotificationHost

@Suite("What was written on a terminal")
struct TerminalBoardTests {
    private func board() -> TerminalBoard {
        var board = TerminalBoard()
        var presentation = TerminalStyleTests.presentation("T")
        presentation.actions = [
            .init(identifier: "U", title: "Unlock"),
            .init(identifier: "R", title: "Reply", textInput: .init(buttonTitle: "Send", placeholder: "")),
        ]
        _ = board.add(presentation)
        presentation.identifier = "bare"
        presentation.actions = []
        _ = board.add(presentation)
        return board
    }

    @Test(
        "a line is an event",
        arguments: [
            (TerminalLine.open(1), PresenterEvent.opened(identifier: "id")),
            (.dismiss(2), .dismissed(identifier: "bare")),
            (.act(1, action: 1, text: nil), .acted(identifier: "id", action: "U", text: nil)),
            (.act(1, action: 2, text: "x"), .acted(identifier: "id", action: "R", text: "x")),
            (.reply(1, text: "x"), .acted(identifier: "id", action: "R", text: "x")),
        ]
    )
    func event(line: TerminalLine, event: PresenterEvent) {
        var board = board()
        let first = board.answer(line)
        #expect(first.event == event)
        #expect(first.remark == nil)
        // It is answered once.
        let second = board.answer(line)
        #expect(second.event == nil)
        #expect(second.remark?.hasPrefix("there is no notification") == true)
    }

    @Test(
        "a line that cannot be meant is answered with a word, and changes nothing",
        arguments: [
            (TerminalLine.open(3), "there is no notification 3"),
            (.act(1, action: 3, text: nil), "notification 1 has no action 3"),
            (.act(1, action: 2, text: nil), "that takes a text: 1 2 TEXT"),
            (.act(1, action: 1, text: "x"), "that takes no text: 1 1"),
            (.reply(2, text: "x"), "notification 2 takes no text"),
            (.unknown, TerminalLine.help),
        ]
    )
    func remark(line: TerminalLine, remark: String) {
        var board = board()
        let answer = board.answer(line)
        #expect(answer.event == nil)
        #expect(answer.remark == remark)
        #expect(board.answer(.open(1)).event != nil)
    }

    @Test("an empty line is nothing")
    func nothing() {
        var board = board()
        let answer = board.answer(.nothing)
        #expect(answer.event == nil)
        #expect(answer.remark == nil)
    }

    @Test("a later one of the same identifier has a new number, and the old one is no more")
    func replaced() {
        var board = board()
        #expect(board.add(TerminalStyleTests.presentation("T")) == 3)
        #expect(board.answer(.open(1)).event == nil)
        #expect(board.answer(.open(3)).event == .opened(identifier: "id"))
    }

    @Test("beyond its bound the oldest are forgotten")
    func bound() {
        var board = TerminalBoard()
        for number in 1...1001 {
            var presentation = TerminalStyleTests.presentation("T")
            presentation.identifier = "\(number)"
            #expect(board.add(presentation) == number)
        }
        #expect(board.answer(.open(1)).event == nil)
        #expect(board.answer(.open(2)).event == .opened(identifier: "2"))
    }
}
