// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Input without an end is refused after a bounded number of bytes, in bounded memory.
struct EndlessInputTests {
    /// KiB of address space: several times what the program maps before its first line, far less than any "whole" of an
    /// endless file.
    private static let memory = 262_144

    @Test("Endless input is refused in bounded memory, as a file and as standard input", arguments: Place.allCases)
    func endless(_ place: Place) throws {
        let keys = try KeyFolder()
        let arguments = try place.arguments("/dev/zero", keys)
        let script = "ulimit -v \(Self.memory) && exec \"$0\" \"$@\""
        let piped = arguments.map { $0 == "/dev/zero" ? "-" : $0 }
        let before = keys.names
        for result in try [
            Tool.shell(script, arguments), Tool.shell("\(script) < /dev/zero", piped),
            Tool.shell("yes '{' | (\(script))", piped),
        ] {
            if place == .openPayload {
                #expect(result.code == 1)
                #expect(result.text == "New notification\n")
                expectOneLine(result.error)
                #expect(result.error.contains("malformed: payload of more than 65536 bytes"))
            } else {
                expectRefusal(result, 65, says: place == .sealPayload ? "4194304 bytes" : "more than")
            }
        }
        #expect(keys.names == before)
    }
}
