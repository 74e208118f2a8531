// SPDX-License-Identifier: Apache-2.0

import SealedPushMQTT
import Testing

@Suite("A topic")
struct MQTTTopicTests {
    @Test(
        "takes what a broker takes",
        arguments: [
            "a", "a/b", "/", "//", "a b", "é/ü", "a$b", "phone/😀", String(repeating: "t", count: 65_535),
        ]
    )
    func takes(name: String) throws {
        #expect(try MQTTTopic(name).name == name)
    }

    @Test(
        "refuses patterns, control characters and what is too long",
        arguments: [
            "", "#", "a/#", "+", "a/+/b", "a+", "$SYS/x", "$share/g/t", "a\u{0}b", "a\nb", "a\u{7f}", "a\u{85}",
            "a\u{301}+", "+\u{301}", String(repeating: "t", count: 65_536),
            String(repeating: "é", count: 32_768),
        ]
    )
    func refuses(name: String) throws {
        let error = try #require(throws: MQTTError.self) { try MQTTTopic(name) }
        #expect(error.code == .badTopic)
        #expect(!error.description.contains("\n"))
    }

    @Test(
        "refuses non-characters, which a broker ends the connection for",
        arguments: [0xfdd0, 0xfffe, 0xffff, 0x1fffe] as [UInt32]
    )
    func nonCharacters(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(throws: MQTTError.self) { try MQTTTopic("a" + String(scalar)) }
    }

    @Test("that is made is unguessable and says nothing")
    func random() throws {
        let topics = Set((0..<100).map { _ in MQTTTopic.random().name })
        #expect(topics.count == 100)
        for topic in topics {
            #expect(topic.hasPrefix("sealedpush/"))
            #expect(topic.utf8.count == "sealedpush/".utf8.count + 43)
            #expect(try MQTTTopic(topic).name == topic)
        }
    }
}

@Suite("A client id")
struct MQTTClientIDTests {
    @Test(
        "refuses non-characters, which a broker ends the connection for",
        arguments: [0xfdd0, 0xfffe, 0xffff, 0x1fffe] as [UInt32]
    )
    func nonCharacters(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(throws: MQTTError.self) { try MQTTTopic("a" + String(scalar)) }
    }

    @Test("that is made is one that every broker takes")
    func random() {
        let ids = Set((0..<100).map { _ in MQTTClientID.random().text })
        #expect(ids.count == 100)
        for id in ids {
            #expect(id.utf8.count == 23)
            #expect(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
    }

    @Test("is 1 to 256 printable characters", arguments: ["", "a b", "é", "a\n", String(repeating: "a", count: 257)])
    func refuses(text: String) throws {
        let error = try #require(throws: MQTTError.self) { try MQTTClientID(text) }
        #expect(error.code == .badConfiguration)
        #expect(try MQTTClientID(String(repeating: "a", count: 256)).text.count == 256)
    }
}
