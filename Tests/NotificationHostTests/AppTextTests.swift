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
        try folder.setTexts(
            #"""
            "DOOR" = "%@ door of %@";
            "BELL" = "%2$@ rang at %1$@, 100%%";
            "PLACEHOLDER" = "Something came";
            """#
        )
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

    // rows: S2-08
    @Test("of a scheduled notification is looked up when it is delivered, not when it was made")
    func atDelivery() throws {
        let device = try TemporaryDirectory()
        let made = try Child.run(executable, ["device", device.url.path, "schedule", "DOOR", "Front", "Anna"])
        #expect(made.text == "Front door of Anna\n")
        try folder.setTexts(#""DOOR" = "Tür %1$@ von %2$@";"#)
        let shown = try Child.run(executable, ["device", device.url.path, "finish"])
        #expect(shown.text == "delivered 1\nlast Tür Front von Anna\n")
    }

    @Test("of a scheduled notification stays as it was made where the app does not know it any more")
    func unknownAtDelivery() throws {
        let device = try TemporaryDirectory()
        _ = try Child.run(executable, ["device", device.url.path, "schedule", "DOOR", "Front", "Anna"])
        try folder.setTexts(#""OTHER" = "other";"#)
        let shown = try Child.run(executable, ["device", device.url.path, "finish"])
        #expect(shown.text == "delivered 1\nlast Front door of Anna\n")
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

extension LinkFolder {
    /// Puts a table of texts in place of the one before.
    fileprivate func setTexts(_ texts: String) throws {
        let table = url.appending(path: "en.lproj")
        try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
        try Data(texts.utf8).write(to: table.appending(path: "Localizable.strings"))
    }
}
