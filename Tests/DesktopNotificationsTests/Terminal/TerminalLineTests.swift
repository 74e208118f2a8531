// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NotificationHost

@Suite("Lines that a user types")
struct TerminalLineTests {
    @Test(
        "a number and what to do",
        arguments: [
            ("3", TerminalLine.open(3)), ("3 open", .open(3)), ("  3   open  ", .open(3)), ("3 dismiss", .dismiss(3)),
            ("3 1", .act(3, action: 1, text: nil)), ("3 2 see  you\t", .act(3, action: 2, text: "see  you")),
            ("3 reply On my way 😀", .reply(3, text: "On my way 😀")), ("", .nothing), ("  \r", .nothing),
            ("x", .unknown), ("0", .unknown), ("-1", .unknown), ("3 reply", .unknown), ("3 reply  ", .unknown),
            ("3 0", .unknown), ("3 -1", .unknown), ("3 burn", .unknown), ("3 open it", .unknown),
            ("3 dismiss it", .unknown),
            ("99999999999999999999", .unknown), ("3 99999999999999999999", .unknown), ("?", .unknown),
        ]
    )
    func line(text: String, line: TerminalLine) {
        #expect(TerminalLine(text) == line)
    }

    @Test("lines come together from pieces; what is too long or no text is dropped, and the next one is whole again")
    func pieces() {
        var lines = TerminalLines()
        #expect(lines.add("3 op".utf8) == [])
        #expect(lines.add("en\n4\n5".utf8) == ["3 open", "4"])
        #expect(lines.add("\n".utf8) == ["5"])
        #expect(lines.add([0xff, 0x0a] + Array("6\n".utf8)) == ["6"])
        #expect(lines.add(String(repeating: "x", count: 5000).utf8) == [])
        #expect(lines.add("x\n7\n".utf8) == ["7"])
    }
}
