// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
let store = try SQLiteKeyStore(at: group)  // makes keys; never in the extension
let phone = try store.device("phone") ?? store.makeDevice("phone")
try await upload(phone.card(displayName: "My phone").text); try store.trust(KeyCard(text: fromServer), as: "door")
if try store.failures().contains(where: { $0.reason == .unknownKey }) { askToPairAgain() }
