// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport
import Testing
import UserNotifications

@Suite("What a presenter is given")
struct PresentationTests {
    @Test(
        "is the body as a format: two per cent signs are one, placeholders vanish, the rest stays",
        arguments: [
            ("100%%", "100%"), ("50 % of it", "50 % of it"), ("%@ came", " came"), ("%1$@ came", " came"),
            ("%d, %ld", ", "),
            ("%.2f", ""), ("%", "%"), ("5%", "5%"), ("%%@", "%@"), ("no sign", "no sign"),
        ]
    )
    func body(body: String, shown: String) async throws {
        let phone = try await Phone()
        try await phone.add(Phone.request { $0.body = body })
        #expect(phone.presenter.presentations.map(\.body) == [shown])
        #expect(await phone.center.deliveredNotifications().map(\.request.content.body) == [body])
    }

    @Test("is the body of a push as it is")
    func pushBody() async throws {
        let phone = try await Phone()
        try phone.device.receive(Fixture.push(body: "100%% %@"))
        await phone.device.settle()
        #expect(phone.presenter.presentations.map(\.body) == ["100%% %@"])
    }

    @Test("is a sound's file where there is one of its name, else the system's sound")
    func sound() async throws {
        let folder = try TemporaryDirectory()
        try Data([1]).write(to: URL(fileURLWithPath: folder.url.path + "/bell.wav"))
        let phone = try await Phone { $0.soundFolders = [folder.url.path] }
        for name in ["bell.wav", "nobody.wav", "../bell.wav"] {
            try await phone.add(Phone.request(name) { $0.sound = UNNotificationSound(named: .init(name)) })
        }
        #expect(phone.presenter.presentations.map { $0.sound?.path } == [folder.url.path + "/bell.wav", nil, nil])
        #expect(phone.presenter.presentations.allSatisfy { $0.sound != nil })
    }

    @Test("is critical only where that was granted", arguments: [true, false])
    func critical(isGranted: Bool) async throws {
        let phone = try await Phone(options: isGranted ? [.alert, .sound, .criticalAlert] : [.alert, .sound])
        try await phone.add(
            Phone.request {
                $0.interruptionLevel = .critical
                $0.sound = .defaultCriticalSound(withAudioVolume: 0.5)
            }
        )
        let shown = try #require(phone.presenter.presentations.first)
        #expect(shown.interruptionLevel == (isGranted ? .critical : .timeSensitive))
        #expect(shown.sound?.isCritical == isGranted)
        #expect(shown.sound?.volume == 0.5)
    }

    @Test("is a sound for a critical alert without one")
    func criticalSilence() async throws {
        let phone = try await Phone(options: [.alert, .sound, .criticalAlert])
        try await phone.add(Phone.request { $0.interruptionLevel = .critical })
        #expect(phone.presenter.presentations.first?.sound == Presentation.Sound(isCritical: true))
    }

    @Test("is silent for a passive one")
    func passive() async throws {
        let phone = try await Phone()
        try await phone.add(
            Phone.request {
                $0.interruptionLevel = .passive
                $0.sound = .default
            }
        )
        #expect(phone.presenter.presentations.map(\.sound) == [nil])
    }
}
