// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("When the time is up while media are loaded")
struct MediaExpiryTests {
    private static let url = "https://media.example/a"

    @Test("the text is shown without them, at once, and nothing is left of them")
    func text() throws {
        let loading = Gate()
        let bytes = try MediaFiles.bytes("image.png")
        let device = Device()
        let delivery = try MediaDelivery(
            url: Self.url,
            SpyLoader { _, sink in
                try sink.write([UInt8](bytes[..<100]))
                loading.pass()
                #expect(!sink.isWanted)
                try sink.write([UInt8](bytes[100...]))
            },
            device: device
        ) { content in
            content.subtitle = "from the hook"
            return content
        }
        #expect(loading.waitForWorker())
        #expect(delivery.answers.count == 0)
        #expect(!delivery.loader.leftovers.isEmpty)
        delivery.expire()
        #expect(delivery.answers.count == 1)
        let shown = try #require(delivery.answers.first)
        #expect(shown.subtitle == "from the hook", "the hook's text is settled before anything is loaded")
        #expect(device.seen.records == 1)
        loading.open()
        try delivery.expectTextAlone()
        #expect(delivery.log.list == ["asked for the media of Door"], "no hook runs once the time is up")
        #expect(device.seen.records == 1)
    }

    @Test("media that come a moment too late are removed")
    func tooLate() throws {
        let loaded = Gate()
        let bytes = try MediaFiles.bytes("image.png")
        let delivery = try MediaDelivery(
            url: Self.url,
            SpyLoader { _, sink in
                try sink.write(bytes)
                loaded.pass()
            }
        )
        #expect(loaded.waitForWorker())
        delivery.expire()
        loaded.open()
        try delivery.expectTextAlone()
    }

    @Test("nothing is loaded where it was up already")
    func before() throws {
        let hook = Gate()
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(try MediaFiles.bytes("image.png"))) { content in
            hook.pass()
            return content
        }
        #expect(hook.waitForWorker())
        delivery.expire()
        hook.open()
        try delivery.expectTextAlone()
        #expect(delivery.log.list == [])
    }

    @Test("media that are there are attached, whoever answers")
    func whileRecording() throws {
        let recording = Gate()
        let device = Device()
        device.seen.beforeRecord { () throws(KeyStoreError) in recording.pass() }
        let bytes = try MediaFiles.bytes("image.png")
        let delivery = try MediaDelivery(url: Self.url, SpyLoader(bytes), device: device)
        #expect(recording.waitForWorker())
        delivery.expire()
        recording.open()
        try delivery.expectAttached(bytes, type: "public.png")
    }
}
