// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushTesting
import TestSupport
import Testing
import UserNotifications

@Suite("Texts of the app's own, by their keys")
struct AppTextTests {
    private let folder: LinkFolder
    private var executable: String { folder.executable }

    /// A program of its own, with a table of texts beside it.
    init() throws {
        folder = try LinkFolder()
        let table = folder.url.appending(path: "en.lproj")
        try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
        let texts = #"""
            "DOOR" = "%@ door of %@";
            "BELL" = "%2$@ rang at %1$@, 100%%";
            "PLACEHOLDER" = "Something came";
            """#
        try Data(texts.utf8).write(to: table.appending(path: "Localizable.strings"))
    }

    private func deliver(_ json: String, to key: DeviceKey.Secret = .mock1) throws -> UNNotificationContent {
        let sealed = try Sealer(signingWith: .mock1).seal(PushPayload(json: json.utf8), to: Recipient(key.publicKey))
        let shown = Fixture.host("sealed", executable: executable)
            .deliver(RemotePush(payload: sealed.json, identifier: "push"))
        #expect(shown.origin == .extension)
        return try #require(shown.content)
    }

    @Test("a sealed key becomes the app's text, with its arguments, even where there is a plain text")
    func keys() throws {
        let content = try deliver(
            #"""
            {"aps":{"alert":{"title-loc-key":"DOOR","title-loc-args":["Front","Anna"],"title":"plain",
            "subtitle-loc-key":"BELL","subtitle-loc-args":["noon","Bo"],"loc-key":"NOT THERE","body":"plain"}}}
            """#
        )
        #expect(content.title == "Front door of Anna")
        #expect(content.subtitle == "Bo rang at noon, 100%")
        #expect(content.body == "plain")
    }

    @Test("so does the key of the placeholder")
    func placeholder() throws {
        let content = try deliver(#"{"aps":{"alert":"secret"}}"#, to: .mock2)
        #expect(content.title == "")
        #expect(content.body == "Something came")
    }

    @Test("an extension's own code finds them as well")
    func ownCode() throws {
        let shown = Fixture.host("answer-with-text-of-key", "DOOR", executable: executable).deliver(Fixture.push())
        #expect(shown.content?.body == "7 door of ")
    }
}

/// A folder with the fixture in it under another path.
///
/// It is beside the fixture, for a link: a copy that was just written cannot be run while another thread starts a child.
private final class LinkFolder: Sendable {
    let url = TestFiles.products.appending(path: "AppTextTests-\(UUID().uuidString)")
    var executable: String { url.appending(path: "Extension").path }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try #require(link(Fixture.executable, executable) == 0)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
