// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import Testing

@testable import SealedPushExtension

@Suite("A payload as the dictionary an app is given")
struct UserInfoTests {
    private func value(_ json: String) throws -> Any? {
        UserInfo.dictionary(try PushPayload(json: #"{"v":\#(json)}"#.utf8))["v"]
    }

    @Test(
        "a whole number that 64 bits hold is exact",
        arguments: [
            "0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
        ]
    )
    func whole(json: String) throws {
        let number = try #require(try value(json) as? NSNumber)
        #expect("\(number)" == json)
    }

    @Test(
        "any other number is the nearest double",
        arguments: [
            ("0.1", 0.1), ("1e2", 100), ("-2.5E-3", -0.0025), ("18446744073709551616", 18_446_744_073_709_551_616),
            ("123456789012345678901234567890", 1.2345678901234568e29), ("1e-400", 0),
        ]
    )
    func double(json: String, expected: Double) throws {
        #expect((try value(json) as? NSNumber)?.doubleValue == expected)
    }

    @Test("a number beyond a double is its spelling", arguments: ["1e400", "-1e999", "1E+400"])
    func beyond(json: String) throws {
        #expect(try value(json) as? String == json)
    }

    @Test("true, false and null are what Foundation makes of them")
    func words() throws {
        #expect(try value("true") as? Bool == true)
        #expect(try value("false") as? Bool == false)
        #expect(try value("null") is NSNull)
        #expect(try value("1") as? Int == 1)
    }

    @Test("text keeps every character")
    func text() throws {
        #expect(try value(#""&amp; \"q\" \\ \/ \u0000 \ud83d\ude00 é""#) as? String == "&amp; \"q\" \\ / \0 😀 é")
    }

    @Test("two names that Unicode takes for equal become one, without a trap")
    func equalNames() throws {
        let payload = try PushPayload(json: #"{"\u00e9":1,"e\u0301":2,"x":{"\u212b":1,"\u00c5":2}}"#.utf8)
        let info = UserInfo.dictionary(payload)
        #expect(info.count == 2)
        #expect(info["é"] as? Int == 2)
        #expect((info["x"] as? [AnyHashable: Any])?.count == 1)
    }

    @Test("an array keeps its order, as deep as the format goes")
    func deep() throws {
        let json = String(repeating: "[", count: 31) + "1" + String(repeating: "]", count: 31)
        var inner = try value(json)
        for _ in 0..<31 { inner = (inner as? [Any])?.first }
        #expect(inner as? Int == 1)
        #expect(try value("[3,1,2]") as? [Int] == [3, 1, 2])
    }
}
