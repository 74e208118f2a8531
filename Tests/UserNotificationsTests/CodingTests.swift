// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("Archives")
struct CodingTests {
    private func archive(_ object: any NSSecureCoding) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    private func read<Object: NSObject & NSSecureCoding>(_: Object.Type, _ data: Data) -> Object? {
        guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        unarchiver.requiresSecureCoding = true
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        defer { unarchiver.finishDecoding() }
        return unarchiver.decodeObject(of: Object.self, forKey: NSKeyedArchiveRootObjectKey)
    }

    @Test("content comes back as it was, whether it could be changed or not")
    func content() throws {
        let content = ContentTests.full()
        let mutable = try #require(read(UNMutableNotificationContent.self, archive(content)))
        #expect(mutable == content)
        mutable.title = "changed"
        #expect(content.title == "Title")
        let fixed = try #require(content.copy() as? UNNotificationContent)
        let back = try #require(read(UNNotificationContent.self, archive(fixed)))
        #expect(back == content)
        #expect(!(back is UNMutableNotificationContent))
        #expect(read(UNNotificationContent.self, try archive(UNNotificationContent())) == UNNotificationContent())
    }

    @Test("userInfo keeps every kind of value that a property list or JSON has")
    func userInfo() throws {
        let content = UNMutableNotificationContent()
        content.userInfo = [
            "text": "ä😀", "true": true, "false": false, "least": Int64.min, "largest": UInt64.max, "double": 0.1,
            "data": Data([0, 255]), "date": Date(timeIntervalSinceReferenceDate: 1.5),
            "array": [1, "a", [Int]()] as [Any],
            "dictionary": ["a": ["b": 2.5]], "": "no name",
        ]
        let info = try #require(read(UNMutableNotificationContent.self, archive(content))).userInfo
        #expect(NSDictionary(dictionary: info) == NSDictionary(dictionary: content.userInfo))
        #expect(info["true"] as? Bool == true)
        #expect(info["least"] as? Int64 == .min)
        #expect(info["largest"] as? UInt64 == .max)
        #expect(info["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    }

    @Test("a userInfo full of nulls does not trap", arguments: [1, 3, 1000])
    func nulls(count: Int) throws {
        let content = UNMutableNotificationContent()
        content.userInfo = ["v": (0..<count).map { _ in NSNull() }]
        let back = try #require(read(UNMutableNotificationContent.self, archive(content)))
        #expect((back.userInfo["v"] as? [NSNull])?.count == count)
    }

    @Test("a request comes back with its content and trigger")
    func request() throws {
        let request = UNNotificationRequest(identifier: "id", content: ContentTests.full(), trigger: nil)
        let back = try #require(read(UNNotificationRequest.self, archive(request)))
        #expect(back == request)
        #expect(back.identifier == "id")
        #expect(back.content == ContentTests.full())
        #expect(back.trigger == nil)
    }

    @Test("a sound comes back as it was", arguments: SoundTests.different.indices)
    func sound(number: Int) throws {
        let sound = SoundTests.different[number]()
        #expect(read(UNNotificationSound.self, try archive(sound)) == sound)
    }

    @Test("what is no archive of the class that was asked for is refused")
    func rubbish() throws {
        #expect(read(UNNotificationContent.self, Data("no archive".utf8)) == nil)
        #expect(read(UNNotificationContent.self, Data()) == nil)
        #expect(read(UNNotificationContent.self, try archive("text" as NSString)) == nil)
        #expect(read(UNNotificationRequest.self, try archive(7 as NSNumber)) == nil)
    }

    #if !os(Linux)
    // Foundation on Linux ends the process here, whatever its failure policy is.
    @Test("another class than the one that was asked for is refused")
    func otherClass() throws {
        let content = try archive(ContentTests.full())
        let request = try archive(UNNotificationRequest(identifier: "", content: ContentTests.full(), trigger: nil))
        #expect(read(UNNotificationRequest.self, content) == nil)
        #expect(read(UNNotificationContent.self, request) == nil)
        #expect(read(UNNotificationContent.self, try archive(UNNotificationSound.default)) == nil)
    }
    #endif

    @Test("all of them say that they can be read safely")
    func secure() {
        #expect(UNNotificationContent.supportsSecureCoding)
        #expect(UNMutableNotificationContent.supportsSecureCoding)
        #expect(UNNotificationRequest.supportsSecureCoding)
        #expect(UNNotificationSound.supportsSecureCoding)
        #expect(UNNotificationTrigger.supportsSecureCoding)
        #expect(UNNotification.supportsSecureCoding)
    }

    #if os(Linux)
    // On Apple's systems this is an exception, which Swift cannot catch.
    @Test("content that no property list can hold cannot be read again")
    func refused() throws {
        let content = UNMutableNotificationContent()
        content.userInfo = ["thread": Thread.current]
        #expect(read(UNMutableNotificationContent.self, try archive(content)) == nil)
    }
    #endif
}
