// SPDX-License-Identifier: Apache-2.0

import SealedPushReceiver
import SealedPushSender
import TestSupport

let phone = try DeviceKey.Secret()
let door = try SigningKey.Secret()

let sealer = Sealer(signingWith: door)
let push = try sealer.seal(PushPayload(title: "Door", body: message), to: Recipient(phone.publicKey))

let keys = InMemoryKeyStore(keys: [OpeningKey(phone)], trusting: [TrustedSigner(door.publicKey, name: "door")])
let opener = Opener(keys: keys, seen: InMemorySeenIDs())
let opened = try opener.open(payload: push.json)
print(opened.signer?.name ?? "nobody", String(decoding: opened.payload.json, as: UTF8.self))

do {
    _ = try opener.open(encryptedContent: push.encryptedContent)
} catch {
    print(error.reason.rawValue)
}
