// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import Testing
import UserNotifications

@Suite("When a device runs the extension, and what it shows")
struct PushHostTests {
    @Test(
        "the extension runs for an alert with text and the number 1",
        arguments: [
            (#""alert":"x","mutable-content":1"#, true),
            (#""alert":"x","mutable-content":1.0"#, true),
            (#""alert":"x","mutable-content":true"#, false),
            (#""alert":"x","mutable-content":"1""#, false),
            (#""alert":"x","mutable-content":0"#, false),
            (#""alert":"x","mutable-content":2"#, false),
            (#""alert":"x","mutable-content":null"#, false),
            (#""alert":"x","mutable-content":[1]"#, false),
            (#""alert":"x""#, false),
            (#""alert":{"title":"x"},"mutable-content":1"#, true),
            (#""alert":{"subtitle":"x"},"mutable-content":1"#, true),
            (#""alert":{"body":"x"},"mutable-content":1"#, true),
            (#""alert":{"loc-key":"x"},"mutable-content":1"#, true),
            (#""alert":{"title-loc-key":"x"},"mutable-content":1"#, true),
            (#""alert":{"subtitle-loc-key":"x"},"mutable-content":1"#, true),
            (#""alert":{"title":""},"mutable-content":1"#, false),
            (#""alert":{"title":7},"mutable-content":1"#, false),
            (#""alert":{"launch-image":"x"},"mutable-content":1"#, false),
            (#""alert":"","mutable-content":1"#, false),
            (#""alert":[],"mutable-content":1"#, false),
            (#""alert":null,"mutable-content":1"#, false),
            (#""badge":1,"mutable-content":1"#, false),
            (#""sound":"default","mutable-content":1"#, false),
            (#""content-available":1,"mutable-content":1"#, false),
            (#""mutable-content":1"#, false),
        ]
    )
    func rules(aps: String, runs: Bool) {
        let spy = SpyRunner()
        let shown = PushHost(spy).deliver(Fixture.push(#"{"aps":{\#(aps)}}"#))
        #expect(spy.requests.count == (runs ? 1 : 0))
        #expect(shown.origin == (runs ? .extension : .original))
        #expect((shown.content?.title == "changed") == runs)
    }

    @Test(
        "a push without visible alert shows nothing",
        arguments: [#"{"aps":{"badge":1}}"#, "{}", "[]", "", "no JSON"]
    )
    func invisible(json: String) {
        let shown = PushHost(SpyRunner()).deliver(Fixture.push(json))
        #expect(shown.content == nil)
        #expect(shown.origin == .original)
    }

    @Test("where alerts are not allowed no extension runs, and nothing shows")
    func notAllowed() {
        let spy = SpyRunner()
        var host = PushHost(spy)
        host.alertsAreAllowed = false
        #expect(host.deliver(Fixture.push()).content == nil)
        #expect(spy.requests.isEmpty)
    }

    @Test("an answer without text shows the original, unless the app may filter", arguments: [true, false])
    func filtering(mayFilter: Bool) {
        var host = PushHost(SpyRunner(title: ""))
        host.mayFilter = mayFilter
        let shown = host.deliver(Fixture.push())
        #expect(shown.content?.body == (mayFilter ? nil : "original"))
        #expect(shown.origin == (mayFilter ? .extension : .originalAfterFailure(.answerIsInvisible)))
    }

    // rows: S0-54
    @Test("whatever goes wrong with the extension, the original is shown")
    func failures() {
        let failures: [ExtensionFailure] = [
            .timedOut, .ended, .tookTooMuchMemory, .wroteRubbish, .notStarted, .answerIsInvisible,
        ]
        for failure in failures {
            let shown = PushHost(SpyRunner(.failure(failure))).deliver(Fixture.push())
            #expect(shown.content?.body == "original")
            #expect(shown.origin == .originalAfterFailure(failure))
            #expect(!failure.description.contains("{"))
        }
    }

    @Test("an extension is given what the system makes of the payload, under the push's identifier")
    func request() throws {
        let spy = SpyRunner()
        let json =
            #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"L"},"badge":3,"sound":"bell.caf","#
            + #""thread-id":"t","category":"c","target-content-id":"w","interruption-level":"time-sensitive","#
            + #""relevance-score":0.5,"filter-criteria":"f","mutable-content":1},"own":[1]}"#
        _ = PushHost(spy).deliver(RemotePush(payload: json.utf8, identifier: "collapse"))
        let request = try #require(spy.requests.first)
        #expect(request.identifier == "collapse")
        #expect(request.trigger is UNPushNotificationTrigger)
        #expect(request.trigger?.repeats == false)
        let content = request.content
        #expect(!(content is UNMutableNotificationContent))
        #expect([content.title, content.subtitle, content.body] == ["T", "S", "B"])
        #expect(content.launchImageName == "L")
        #expect(content.badge == 3)
        #expect(content.sound == UNNotificationSound(named: UNNotificationSoundName("bell.caf")))
        #expect(content.threadIdentifier == "t")
        #expect(content.categoryIdentifier == "c")
        #expect(content.targetContentIdentifier == "w")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.5)
        #expect(content.filterCriteria == "f")
        #expect(Set(content.userInfo.keys) == ["aps", "own"])
    }

    @Test("names that Unicode takes for equal do not trap")
    func equalNames() {
        let spy = SpyRunner()
        let json = #"{"aps":{"alert":"x","mutable-content":1},"\u00e9":1,"e\u0301":2}"#
        #expect(PushHost(spy).deliver(Fixture.push(json)).origin == .extension)
    }
}
