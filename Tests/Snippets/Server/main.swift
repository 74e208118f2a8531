// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
let sealer = Sealer(signingWith: try SigningKey.Secret(file: "/etc/door/signer.key"))
let payload = try sealer.prepare(PushPayload(title: "Door", body: "Front door opened"))
for text in deviceKeys { try await send(payload.seal(to: Recipient(DeviceKey.Public(text: text))).json) }
