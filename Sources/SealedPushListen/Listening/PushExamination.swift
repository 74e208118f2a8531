// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore
internal import SealedPushReceiver

/// What can be said of a push from outside.
enum PushExamination {
    /// What identifies it before it is opened: SHA-256 of its bytes in base64url.
    static func hash(of payload: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(payload)
        return Base64URL.string(hash.hash())
    }

    /// Why it is no push for this device; `nil` where its extension is to say.
    ///
    /// A phone would show what no extension is to open, as it came. Here everyone who knows the topic could then put words
    /// on the screen.
    static func fault(of payload: [UInt8]) -> OpenFailure.Reason? {
        do throws(EnvelopeError) {
            guard try Envelope.field(inOuterPayload: payload) != nil else { return .notSealed }
        } catch {
            return .malformed
        }
        guard let outer = RemotePayload(payload), outer.hasVisibleAlert, outer.isMutable else { return .malformed }
        return nil
    }
}
