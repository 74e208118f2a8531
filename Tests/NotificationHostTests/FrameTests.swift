// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NotificationHost

@Suite("The messages between a host and its extension")
struct FrameTests {
    private func isIncomplete(_ progress: Frame.Progress) -> Bool {
        if case .incomplete = progress { true } else { false }
    }

    private func isRubbish(_ progress: Frame.Progress) -> Bool {
        if case .rubbish = progress { true } else { false }
    }

    @Test("are read whole, whatever comes behind", arguments: [0, 1, 255, 256, 70_000])
    func whole(length: Int) throws {
        let content = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = Frame(kind: .answer, content: content).bytes
        #expect(bytes.count == Frame.headerLength + length)
        guard case .complete(let frame) = Frame.read(bytes + [1, 2, 3]) else {
            Issue.record("not read")
            return
        }
        #expect(frame.kind == .answer)
        #expect(frame.content == content)
    }

    @Test("are waited for as long as they are cut short")
    func cut() {
        let bytes = Frame(kind: .ready, content: [7, 8, 9]).bytes
        for count in bytes.indices { #expect(isIncomplete(Frame.read([UInt8](bytes[..<count])))) }
    }

    @Test("anything else is rubbish from its first wrong byte on")
    func rubbish() {
        let bytes = Frame(kind: .ready, content: []).bytes
        for index in 0..<4 {
            var wrong = bytes
            wrong[index] ^= 0x20
            #expect(isRubbish(Frame.read([UInt8](wrong[...index]))))
        }
        for kind: UInt8 in [0, 6, 255] {
            var wrong = bytes
            wrong[4] = kind
            #expect(isRubbish(Frame.read(wrong)))
        }
    }

    @Test("longer than any answer, they are rubbish at once")
    func tooLong() {
        var bytes = Frame(kind: .answer, content: []).bytes
        bytes.replaceSubrange(5..<9, with: [0, 0x10, 0, 1])
        #expect(isRubbish(Frame.read(bytes)))
        bytes.replaceSubrange(5..<9, with: [0, 0x10, 0, 0])
        #expect(isIncomplete(Frame.read(bytes)))
    }
}
