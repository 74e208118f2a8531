// SPDX-License-Identifier: Apache-2.0

/// The labels that keep every hash, signature and export of this project apart: a closed list, none of which begins with
/// another.
package enum Label: String, CaseIterable, Sendable {
    case keyID = "SealedPush v1 key id"
    case signature = "SealedPush v1 signature"
    case card = "SealedPush v1 card"
    case keyText = "SealedPush v1 key text"
    case verify = "SealedPush v1 verify"
    case export = "SealedPush v1 export"

    package var bytes: [UInt8] { [UInt8](rawValue.utf8) }
}
