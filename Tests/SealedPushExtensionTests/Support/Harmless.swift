// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushReceiver
import Testing
import UserNotifications

/// Expects what may be shown of a push that was not opened: visible text that says nothing to anyone.
///
/// - Parameters:
///   - secrets: Texts of which no piece of 16 characters may be shown.
func expectHarmless(
    _ content: UNNotificationContent,
    hiding secrets: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let texts = [content.title, content.subtitle, content.body]
    #expect(texts.contains { !$0.isEmpty }, "has visible text", sourceLocation: sourceLocation)
    for text in texts {
        #expect(!text.contains("{") && !text.contains("["), "\(text)", sourceLocation: sourceLocation)
        for word in reasonWords {
            #expect(!text.lowercased().contains(word.lowercased()), "\(text)", sourceLocation: sourceLocation)
        }
        for secret in secrets {
            #expect(!shares(text, with: secret), "\(text)", sourceLocation: sourceLocation)
        }
    }
    #expect(content.userInfo["encrypted-content"] == nil, sourceLocation: sourceLocation)
    for secret in secrets {
        let userInfo = String(describing: content.userInfo)
        #expect(!shares(userInfo, with: secret), "\(userInfo)", sourceLocation: sourceLocation)
    }
}

private let reasonWords: [String] = [
    OpenFailure.Reason.notSealed, .malformed, .unsupportedVersion, .locked, .storeUnavailable, .unknownKey, .retiredKey,
    .cannotOpen, .untrustedSender, .stale, .duplicate,
].map(\.rawValue)

/// Whether a text holds 16 characters in a row of another.
private func shares(_ text: String, with secret: String) -> Bool {
    let shown = [UInt8](text.utf8)
    guard shown.count >= 16 else { return false }
    let secret = [UInt8](secret.utf8)
    guard secret.count >= 16 else { return false }
    let pieces = Set((0...secret.count - 16).map { secret[$0..<$0 + 16] })
    return (0...shown.count - 16).contains { pieces.contains(shown[$0..<$0 + 16]) }
}
