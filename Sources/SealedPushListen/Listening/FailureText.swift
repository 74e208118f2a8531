// SPDX-License-Identifier: Apache-2.0

internal import SealedPushReceiver

/// Why a push shows the placeholder alone, for whoever looks after this machine.
enum FailureText {
    static func line(_ reason: String) -> String {
        "a push was not opened, \(reason)\(advice(OpenFailure.Reason(rawValue: reason)).map { ": \($0)" } ?? "")"
    }

    private static func advice(_ reason: OpenFailure.Reason) -> String? {
        switch reason {
        case .untrustedSender:
            "not signed, or by a signer that is not trusted here; 'sealedpush key trust' the card of whoever sends"
        case .unknownKey: "sealed to a key that is not in this store; give the sender the device's card again"
        case .retiredKey: "sealed to a key that was replaced or revoked; give the sender the new card"
        case .stale: "expired, or from the future; check this machine's clock and the sender's"
        case .cannotOpen: "altered on the way, or made wrongly"
        default: nil
        }
    }
}
