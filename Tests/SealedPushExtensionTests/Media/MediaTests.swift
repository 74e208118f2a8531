// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("The media of a push")
struct MediaTests {
    private static let url = "https://media.example/a"

    // rows: S0-55, S1-06, S1-07, S3-17, S3-19
    @Test("are loaded into a file, whose type is that of its content", arguments: MediaFiles.types.keys.sorted())
    func types(name: String) throws {
        let bytes = try MediaFiles.bytes(name)
        let type = try #require(MediaFiles.types[name])
        let delivery = try MediaDelivery(url: "https://media.example/file.html", SpyLoader(bytes))
        try delivery.expectAttached(bytes, type: type)
        #expect(delivery.log.list == ["asked for the media of Door"])
    }

    // rows: S1-10, S3-18
    @Test(
        "are asked for by their URL as it was sent",
        arguments: [
            "https://gss0.example.com/7LsWdDW5/t?url=https%3A%2F%2Fa.b%2Fc%20d&type=image&f=%E4%B8%AD.jpg#x",
            "https://media.example:8443/~user/a;b=1,2/?q=%2525&%5Bx%5D=y+z",
            "HTTPS://media.example/A",
        ]
    )
    func wholeURL(url: String) throws {
        let bytes = try MediaFiles.bytes("image.png")
        let delivery = try MediaDelivery(url: url, SpyLoader(bytes))
        try delivery.expectAttached(bytes, type: "public.png")
        #expect(delivery.loader.requests == [url])
    }

    // rows: S1-09, S3-20
    @Test("are none where the payload names none: it is shown at once")
    func none() throws {
        let delivery = MediaDelivery(try Push.sealed(), SpyLoader([]))
        try delivery.expectTextAlone()
        #expect(delivery.loader.requests == [])
    }

    @Test("are none where the member is no text")
    func noText() throws {
        let json = #"{"aps":{"alert":{"title":"Door","body":"Front door opened"}},"mediaUrl":["https://a.b/c"]}"#
        let delivery = MediaDelivery(try Push.sealed(json: json), SpyLoader([]))
        try delivery.expectTextAlone()
        #expect(delivery.loader.requests == [])
    }

    @Test(
        "are loaded from plain https URLs alone",
        arguments: [
            "http://media.example/a", "file:///etc/passwd", "ftp://media.example/a", "data:image/png;base64,AA==",
            "media.example/a", "/a", "https:///a", "https://user@media.example/a", "https://u:p@media.example/a",
            "https://:p@media.example/a",
        ]
    )
    func refusedURL(url: String) throws {
        let delivery = try MediaDelivery(url: url, SpyLoader(try MediaFiles.bytes("image.png")))
        try delivery.expectTextAlone()
        #expect(delivery.loader.requests == [])
        #expect(delivery.log.errors.map(\.code) == [.notAllowed])
        for error in delivery.log.errors { #expect(!error.description.contains("media.example")) }
    }

    // MARK: What comes

    /// What a loader brings, and why it is not attached.
    private static let useless: [(String, [UInt8], MediaError.Code)] = [
        ("nothing", [], .unknownType),
        ("text", [UInt8]("<!DOCTYPE html>".utf8), .unknownType),
        ("a few bytes", [0x89, 0x50], .unknownType),
        ("the beginning of a picture", [0x89] + [UInt8]("PNG\r\n".utf8) + [0x1a, 0x0a], .notUsable),
        ("a QuickTime movie", [0, 0, 0, 20] + [UInt8]("ftypqt  ".utf8) + [0, 0, 0, 0], .unknownType),
    ]

    @Test("that cannot be attached are left out, and the text is shown", arguments: useless.indices)
    func refused(number: Int) throws {
        let (_, bytes, code) = Self.useless[number]
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(bytes))
        try delivery.expectTextAlone()
        #expect(delivery.log.errors.map(\.code) == [code])
        #expect(delivery.log.list == ["asked for the media of Door", "not loaded: \(code)"])
    }

    @Test("that are cut short are left out", arguments: ["image.png", "image.jpg", "image.gif", "movie.mp4"])
    func cut(name: String) throws {
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(try MediaFiles.bytes(name).dropLast(50)))
        try delivery.expectTextAlone()
        #expect(delivery.log.errors.map(\.code) == [.notUsable])
    }

    @Test("that a loader fails to bring are left out, whatever it throws")
    func throwing() throws {
        let own = try MediaDelivery(url: Self.url, SpyLoader { _, _ in throw MediaError(.notFound, "not there") })
        try own.expectTextAlone()
        #expect(own.log.errors == [MediaError(.notFound, "not there")])
        let other = try MediaDelivery(
            url: Self.url,
            SpyLoader { _, sink in
                try sink.write(try MediaFiles.bytes("image.png"))
                throw CocoaError(.userCancelled)
            }
        )
        try other.expectTextAlone()
        #expect(other.log.errors.map(\.code) == [.notReached])
    }

    // MARK: Digests

    /// `sha256sum image.png`, by Python's hashlib.
    private static let sealed = "cd99a37d0b53578395ed2545daaba6fb0e62e322a9f7de7a3352f992bc25e1bc"

    @Test("with the digest that was sealed are attached", arguments: [sealed, sealed.uppercased()])
    func digest(text: String) throws {
        let bytes = try MediaFiles.bytes("image.png")
        let delivery = try MediaDelivery(url: Self.url, digest: text, SpyLoader(bytes))
        try delivery.expectAttached(bytes, type: "public.png")
    }

    @Test("with another digest are dropped, and the text is shown")
    func wrongDigest() throws {
        for name in ["image.jpg", "image.png"] {
            let wrong = name == "image.png" ? "0" + Self.sealed.dropFirst() : Self.sealed
            let delivery = try MediaDelivery(url: Self.url, digest: wrong, SpyLoader(try MediaFiles.bytes(name)))
            try delivery.expectTextAlone()
            #expect(delivery.log.errors.map(\.code) == [.wrongDigest])
        }
    }

    @Test(
        "with a digest that is none are not loaded at all",
        arguments: ["", "abc", sealed + "0", "x" + sealed.dropFirst()]
    )
    func noDigest(text: String) throws {
        let delivery = try MediaDelivery(url: Self.url, digest: text, SpyLoader(try MediaFiles.bytes("image.png")))
        try delivery.expectTextAlone()
        #expect(delivery.loader.requests == [])
    }

    // MARK: When

    @Test("are not asked for where the user wants nothing on the screen")
    func hidden() throws {
        var device = Device()
        device.policy.hidesContent = true
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(try MediaFiles.bytes("image.png")), device: device)
        let content = try delivery.finish()
        #expect(content.body == "Neutral text")
        #expect(content.attachments.isEmpty)
        #expect(delivery.log.list == [])
    }

    @Test("are not asked for where nothing is shown")
    func dropped() throws {
        var device = Device()
        device.policy.mayDrop = true
        let loader = SpyLoader(try MediaFiles.bytes("image.png"))
        let delivery = try MediaDelivery(url: Self.url, loader, device: device) { _ in UNNotificationContent() }
        let content = try delivery.finish()
        #expect(content.title.isEmpty && content.body.isEmpty && content.attachments.isEmpty)
        #expect(delivery.log.list == [])
    }

    @Test("come after what the hook has attached, since the first decides what is seen")
    func order() throws {
        let folder = FileManager.default.temporaryDirectory
        let own = folder.appending(path: "own-\(UUID().uuidString).gif")
        try Data(try MediaFiles.bytes("image.gif")).write(to: own)
        defer { try? FileManager.default.removeItem(at: own) }
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(try MediaFiles.bytes("image.png"))) { content in
            content.title = "Hook"
            if let attachment = try? UNNotificationAttachment(identifier: "own", url: own) {
                content.attachments = [attachment]
            }
            return content
        }
        let content = try delivery.finish()
        #expect(content.title == "Hook")
        #expect(content.attachments.map(\.identifier) == ["own", "media"])
        _ = try MediaFiles.take(try #require(content.attachments.last).url)
        #expect(delivery.log.list == ["asked for the media of Hook"])
    }

    @Test("of a push that was shown in the meantime are removed again")
    func duplicate() throws {
        let device = Device()
        let sealed = try Push.sealed(try Push.door.adding("mediaUrl", Self.url))
        let loading = Gate()
        let bytes = try MediaFiles.bytes("image.png")
        let first = MediaDelivery(
            sealed,
            SpyLoader { _, sink in
                loading.pass()
                try sink.write(bytes)
            },
            device: device
        )
        #expect(loading.waitForWorker())
        let second = MediaDelivery(sealed, SpyLoader(bytes), device: device)
        try second.expectAttached(bytes, type: "public.png")
        loading.open()
        let content = try first.finish()
        #expect(content.attachments.isEmpty)
        #expect(content.body == "Neutral text")
        #expect(first.loader.leftovers == [])
    }
}
