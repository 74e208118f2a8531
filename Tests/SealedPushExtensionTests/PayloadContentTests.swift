// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("Content made of a payload")
struct PayloadContentTests {
    private func content(_ json: String) throws -> UNMutableNotificationContent {
        PayloadContent(try PushPayload(json: json.utf8)).content
    }

    private func content(aps: String) throws -> UNMutableNotificationContent {
        try content(#"{"aps":{"alert":{"title":"T"},\#(aps)},"own":1}"#)
    }

    @Test("takes every field that Apple maps")
    func everyField() throws {
        let content = try content(
            #"""
            {"aps":{"alert":{"title":"Title","subtitle":"Subtitle","body":"Body","launch-image":"launch.png"},
            "badge":3,"sound":"bell.caf","thread-id":"thread","category":"CATEGORY","target-content-id":"window",
            "interruption-level":"time-sensitive","relevance-score":0.25,"filter-criteria":"work",
            "content-available":1,"mutable-content":1},"own":{"deep":[1,true,null,"x"]}}
            """#
        )
        #expect(content.title == "Title")
        #expect(content.subtitle == "Subtitle")
        #expect(content.body == "Body")
        #expect(content.launchImageName == "launch.png")
        #expect(content.badge == 3)
        #expect(content.sound == UNNotificationSound(named: UNNotificationSoundName("bell.caf")))
        #expect(content.threadIdentifier == "thread")
        #expect(content.categoryIdentifier == "CATEGORY")
        #expect(content.targetContentIdentifier == "window")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.25)
        #expect(content.filterCriteria == "work")
        let aps = try #require(content.userInfo["aps"] as? [AnyHashable: Any])
        #expect(aps.count == 11)
        let own = try #require(content.userInfo["own"] as? [AnyHashable: Any])
        #expect((own["deep"] as? [Any])?.count == 4)
    }

    @Test("of an empty payload is what new content is")
    func defaults() throws {
        #expect(try content("{}") == UNMutableNotificationContent())
        #expect(try content(#"{"aps":7}"#).userInfo.count == 1)
        #expect(try content(#"{"aps":{"alert":"text"}}"#).body == "text")
        #expect(try content(#"{"aps":{"alert":"text"}}"#).title == "")
    }

    @Test(
        "leaves out a field of the wrong type and shows the rest",
        arguments: [
            #""badge":"7""#, #""badge":{}"#, #""sound":7"#, #""sound":["a"]"#, #""sound":null"#, #""thread-id":12"#,
            #""category":true"#, #""target-content-id":[]"#, #""interruption-level":2"#,
            #""interruption-level":"urgent""#, #""relevance-score":"0.5""#, #""filter-criteria":{}"#,
        ]
    )
    func wrongType(member: String) throws {
        let content = try content(aps: member)
        #expect(content.title == "T")
        #expect(content.userInfo["own"] as? NSNumber == 1)
        content.userInfo = [:]
        let rest = UNMutableNotificationContent()
        rest.title = "T"
        #expect(content == rest)
    }

    @Test(
        "a text of the wrong type is not there, and the case of a name counts",
        arguments: [
            #"{"title":7,"body":"B"}"#, #"{"title":null,"body":"B"}"#, #"{"title":{"a":"b"},"body":"B"}"#,
            #"{"Title":"T","BODY":"b","body":"B"}"#, #"{"title":"","body":"B","extra":"E"}"#,
        ]
    )
    func wrongText(alert: String) throws {
        let content = try content(#"{"aps":{"alert":\#(alert)}}"#)
        #expect(content.title == "")
        #expect(content.body == "B")
    }

    @Test(
        "a badge is a whole number from 0 up, however it is spelled",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("7.0", 7), ("70e-1", 7), ("1E1", 10), ("2147483647", 2_147_483_647),
            ("2147483648", nil), ("99999999999", nil), ("-1", nil), ("7.5", nil), ("1e400", nil), (#""0""#, nil),
            (#""7""#, nil), (#""abc""#, nil), ("true", nil), ("null", nil), ("[7]", nil),
        ] as [(String, Int?)]
    )
    func badge(json: String, badge: Int?) throws {
        let content = try content(aps: #""badge":\#(json)"#)
        #expect(content.badge?.intValue == badge)
        #expect(content.title == "T")
    }

    @Test(
        "a level has one of four names",
        arguments: [
            ("passive", UNNotificationInterruptionLevel.passive), ("active", .active),
            ("time-sensitive", .timeSensitive), ("critical", .critical), ("Critical", .active),
            ("timeSensitive", .active),
        ]
    )
    func level(name: String, level: UNNotificationInterruptionLevel) throws {
        #expect(try content(aps: #""interruption-level":"\#(name)""#).interruptionLevel == level)
    }

    @Test(
        "a relevance lies between 0 and 1",
        arguments: [("0.5", 0.5), ("1", 1), ("2", 1), ("-0.5", 0), ("1e300", 1), ("1e400", 0), ("true", 0)]
    )
    func relevance(json: String, score: Double) throws {
        #expect(try content(aps: #""relevance-score":\#(json)"#).relevanceScore == score)
    }
}
