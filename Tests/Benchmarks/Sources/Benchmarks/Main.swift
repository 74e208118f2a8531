// SPDX-License-Identifier: Apache-2.0

import CReference
import SealedPushReceiver
import SealedPushSender

/// The library against the same libsodium calls from C: a payload of 256 bytes, keys in memory, no list of seen pushes.
@main
enum Main {
    private struct Row {
        let name: String
        let time: Double
        let reference: Double
        let target: Double
    }

    static func main() throws {
        let device = try DeviceKey.Secret()
        let shared = try SharedKey()
        let signer = try SigningKey.Secret()
        let inner = payload(ofLength: 256)
        let anonymous = Sealer.anonymous()
        let signing = Sealer(signingWith: signer)
        let recipient = Recipient(device.publicKey)
        let group = Recipient(shared)
        let sealed = try anonymous.seal(PushPayload(json: inner), to: recipient)
        // Without padding to a bucket a raw seal of the library has the length that the C one has.
        let padded = 512
        reference_prepare(padded)
        let raw = try anonymous.prepare(PushPayload(json: inner))
        let opener = Opener(keys: InMemoryKeyStore(keys: [OpeningKey(device), OpeningKey(shared)]), seen: nil)
        // Id, time, time to live, payload, recipient and label: what is signed.
        let signedLength = 28 + inner.count + 32 + 23

        var measurement = Measurement()
        measurement.add("C seal") { reference_seal() }
        measurement.add("C open") { reference_open() }
        measurement.add("C aead") { reference_aead() }
        measurement.add("C sign") { reference_sign(signedLength) }
        measurement.add("seal") { _ = try raw.seal(to: recipient) }
        measurement.add("payload to JSON") { _ = try anonymous.seal(PushPayload(json: inner), to: recipient) }
        measurement.add("signed to JSON") { _ = try signing.seal(PushPayload(json: inner), to: recipient) }
        measurement.add("shared to JSON") { _ = try anonymous.seal(PushPayload(json: inner), to: group) }
        measurement.add("open content") { _ = try opener.open(encryptedContent: sealed.encryptedContent) }
        measurement.add("JSON to opened") { _ = try opener.open(payload: sealed.json) }
        let times = try measurement.run(rounds: 15, iterations: 300)
        func time(_ name: String) -> Double { times[name] ?? .nan }

        let rows = [
            Row(name: "prepared payload -> sealed", time: time("seal"), reference: time("C seal"), target: 1.05),
            Row(
                name: "inner payload -> outer JSON",
                time: time("payload to JSON"),
                reference: time("C seal"),
                target: 1.08
            ),
            Row(
                name: "the same, signed",
                time: time("signed to JSON"),
                reference: time("payload to JSON") + time("C sign"),
                target: 1.05
            ),
            Row(name: "shared key -> outer JSON", time: time("shared to JSON"), reference: time("C aead"), target: 6),
            Row(
                name: "encrypted-content -> opened",
                time: time("open content"),
                reference: time("C open"),
                target: 1.05
            ),
            Row(name: "outer JSON -> opened", time: time("JSON to opened"), reference: time("C open"), target: 1.2),
        ]
        for name in ["C seal", "C open", "C aead", "C sign"] { print(name, time(name), separator: "\t") }
        for row in rows {
            let ratio = row.time / row.reference
            print(
                row.name,
                row.time,
                row.reference,
                ratio,
                row.target,
                ratio <= row.target ? "met" : "missed",
                separator: "\t"
            )
        }
    }

    /// A notification whose JSON has exactly so many bytes.
    private static func payload(ofLength length: Int) -> [UInt8] {
        let rest = PushPayload(title: "Door", body: "").json.count
        return PushPayload(title: "Door", body: String(repeating: "x", count: length - rest)).json
    }
}
