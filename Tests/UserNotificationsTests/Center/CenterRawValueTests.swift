// SPDX-License-Identifier: Apache-2.0

import Testing
import UserNotifications

@Suite("Raw values of the center's types")
struct CenterRawValueTests {
    // rows: S0-03 S2-04
    @Test("of what an app asks for are Apple's")
    func authorizationOptions() {
        let options: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings, .provisional,
        ]
        #expect(options.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64])
    }

    @Test("of whether an app may notify are Apple's")
    func authorizationStatus() {
        let all: [UNAuthorizationStatus] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("of settings, alert styles and previews are Apple's")
    func settings() {
        #expect([UNNotificationSetting.notSupported, .disabled, .enabled].map(\.rawValue) == [0, 1, 2])
        #expect([UNAlertStyle.none, .banner, .alert].map(\.rawValue) == [0, 1, 2])
        #expect([UNShowPreviewsSetting.always, .whenAuthenticated, .never].map(\.rawValue) == [0, 1, 2])
    }

    @Test("of how a notification is presented are Apple's")
    func presentationOptions() {
        let all: [UNNotificationPresentationOptions] = [.badge, .sound, .list, .banner]
        #expect(all.map(\.rawValue) == [1, 2, 8, 16])
        #expect(UNNotificationPresentationOptions(rawValue: 4) != [])
    }

    // rows: S0-35 S2-19
    @Test("of how actions and categories behave are Apple's")
    func categories() {
        let actions: [UNNotificationActionOptions] = [.authenticationRequired, .destructive, .foreground]
        #expect(actions.map(\.rawValue) == [1, 2, 4])
        let categories: [UNNotificationCategoryOptions] = [
            .customDismissAction, .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle,
        ]
        #expect(categories.map(\.rawValue) == [1, 4, 8])
    }

    @Test("of errors are Apple's")
    func errors() {
        let codes: [(UNError.Code, Int)] = [
            (.notificationsNotAllowed, 1), (.attachmentInvalidURL, 100), (.attachmentUnrecognizedType, 101),
            (.attachmentInvalidFileSize, 102), (.attachmentNotInDataStore, 103),
            (.attachmentMoveIntoDataStoreFailed, 104), (.attachmentCorrupt, 105), (.notificationInvalidNoDate, 1400),
            (.notificationInvalidNoContent, 1401), (.contentProvidingObjectNotAllowed, 1500),
            (.contentProvidingInvalid, 1501), (.badgeInputInvalid, 1600),
        ]
        for (code, value) in codes { #expect(code.rawValue == value) }
        #expect(UNErrorDomain == "UNErrorDomain" && UNError.errorDomain == UNErrorDomain)
    }

    // rows: S0-25
    @Test("of the two identifiers every app knows are Apple's")
    func identifiers() {
        #expect(UNNotificationDefaultActionIdentifier == "com.apple.UNNotificationDefaultActionIdentifier")
        #expect(UNNotificationDismissActionIdentifier == "com.apple.UNNotificationDismissActionIdentifier")
    }
}
