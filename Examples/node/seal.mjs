#!/usr/bin/env node
// Seals an APNs payload:  node seal.mjs RECIPIENT [SIGNER_KEY_FILE] < payload.apns > outer.json
//
// RECIPIENT is `sealedpush:device:…` text, or the path of a file with such a line. Left out, and done by the `sealedpush`
// command: shared keys, the strict rules for JSON (no name twice, 32 levels, 1,024 items), refusing a payload that shows
// nothing, shortening, other limits, placeholders and times to live, a look at file permissions, friendly errors.
// To retry, send the same bytes again: sealing anew makes another message.

import { readFileSync } from "node:fs";
import sodium from "libsodium-wrappers";

await sodium.ready;
const outer = (text) =>
  `{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"${text}"}`;
const hash = (label, ...parts) =>
  sodium.crypto_generichash(32, Buffer.concat(parts), Buffer.from(`SealedPush v1 ${label}`));
const fingerprint = (kind, key) => hash("key id", Buffer.of(kind), key);

function key(kind, place) {
  const lines = place.startsWith("sealedpush:") ? [place] : readFileSync(place, "utf8").split("\n");
  const text = lines.map((line) => line.trim()).find((line) => line.startsWith(`sealedpush:${kind}:`)) ?? "::";
  const bytes = Buffer.from(text.split(":")[2], "base64url");
  const checksum = hash("key text", Buffer.from(`${kind}\0`), bytes.subarray(0, 32)).subarray(0, 4);
  if (bytes.length !== 36 || bytes.toString("base64url") !== text.split(":")[2] || !bytes.subarray(32).equals(checksum))
    throw new Error(`no ${kind} key there, or one with a typing mistake`);
  return bytes.subarray(0, 32);
}

function seal(payload, recipient, seed) {
  const content = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload));
  if (content === null || typeof content !== "object" || Array.isArray(content) || "sealedpush" in content)
    throw new Error("the payload must be a JSON object without a member `sealedpush`");
  if (BigInt("0x" + Buffer.from(recipient).reverse().toString("hex")) >= 2n ** 255n - 19n)
    throw new Error("the device key is not usable");
  const name = fingerprint(1, recipient);
  const message = Buffer.concat([sodium.randombytes_buf(16), Buffer.alloc(12), payload]); // no time to live: 30 days
  message.writeBigUInt64BE(BigInt(Date.now()), 16);
  let body = Buffer.concat([Buffer.of(0), message]);
  if (seed) {
    const signer = sodium.crypto_sign_seed_keypair(seed);
    const signed = Buffer.concat([Buffer.from("SealedPush v1 signature"), name, message]);
    const signature = sodium.crypto_sign_detached(signed, signer.privateKey);
    body = Buffer.concat([Buffer.of(1), fingerprint(3, signer.publicKey).subarray(0, 8), signature, message]);
  }
  const room = Math.floor(((4096 - outer("").length) * 3) / 4) - 58;
  if (body.length + 1 > room) throw new Error(`too long by ${body.length + 1 - room} bytes`);
  let length = 256; // 256, 512, 1024 …: the first that holds the body and one byte more
  while (length < body.length + 1) length *= 2;
  const inner = Buffer.alloc(Math.min(length, room)); // the body, 0x80, zeros
  body.copy(inner);
  inner[body.length] = 0x80;
  const sealed = sodium.crypto_box_seal(inner, recipient); // fails for a key of low order
  return outer(Buffer.concat([Buffer.of(1, 1), name.subarray(0, 8), sealed]).toString("base64url"));
}

try {
  const [to, signerFile] = process.argv.slice(2);
  const seed = signerFile && key("signer-secret", signerFile);
  process.stdout.write(seal(readFileSync(0), key("device", to ?? ""), seed));
} catch (error) {
  console.error(`seal.mjs: not sealed: ${error.message}`);
  process.exitCode = 1;
}
