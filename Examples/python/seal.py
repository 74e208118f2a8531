#!/usr/bin/env python3
"""Seals an APNs payload:  seal.py RECIPIENT [SIGNER_KEY_FILE] < payload.apns > outer.json

RECIPIENT is `sealedpush:device:…` text, or the path of a key file with a `sealedpush:shared-secret:` line.
Left out, and done by the `sealedpush` command: the strict rules for JSON (no name twice, 32 levels, 1,024 items),
refusing a payload that shows nothing, shortening, limits other than 4,096 bytes, other placeholders and times to live,
a look at file permissions, friendly errors. To retry, send the same bytes again: sealing anew makes another message.
"""

import base64
import hashlib
import json
import os
import sys
import time

from nacl import bindings as sodium

OUTER = '{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}'


def blake2b(label: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32, key=b"SealedPush v1 " + label).digest()


def key(kind: str, place: str) -> bytes:
    text = place if place.startswith("sealedpush:") else open(place, encoding="utf-8-sig").read()
    line = next((line for line in text.splitlines() if line.startswith(f"sealedpush:{kind}:")), "::").rstrip()
    data = base64.urlsafe_b64decode(line.split(":")[2])[:32]
    checksum = blake2b(b"key text", kind.encode() + b"\0" + data)[:4]
    if base64.urlsafe_b64encode(data + checksum).decode() != line.split(":")[2]:
        raise ValueError(f"no {kind} key there, or one with a typing mistake")
    return data


def seal(payload: bytes, kind: bytes, recipient: bytes, signer_seed: bytes | None = None) -> str:
    if not isinstance(content := json.loads(payload.decode()), dict) or "sealedpush" in content:
        raise ValueError("the payload must be a JSON object without a member `sealedpush`")
    if kind == b"\1" and int.from_bytes(recipient, "little") >= 2**255 - 19:
        raise ValueError("the device key is not usable")
    fingerprint = blake2b(b"key id", kind + recipient)
    sent_at = (time.time_ns() // 1_000_000).to_bytes(8, "big")
    message = os.urandom(16) + sent_at + bytes(4) + payload  # no time to live: 30 days
    body = b"\0" + message
    if signer_seed:
        signer, secret = sodium.crypto_sign_seed_keypair(signer_seed)
        signature = sodium.crypto_sign(b"SealedPush v1 signature" + fingerprint + message, secret)[:64]
        body = b"\1" + blake2b(b"key id", b"\3" + signer)[:8] + signature + message

    bucket = max(256, 1 << len(body).bit_length())  # 256, 512, 1024 …: the first that holds body and one byte more
    room = (4096 - len(OUTER % "")) * 3 // 4 - (58 if kind == b"\1" else 50)
    if len(body) + 1 > room:
        raise ValueError(f"too long by {len(body) + 1 - room} bytes")
    inner = sodium.sodium_pad(body, min(bucket, room))
    envelope = b"\1" + kind + fingerprint[:8]
    if kind == b"\1":
        envelope += sodium.crypto_box_seal(inner, recipient)  # fails for a key of low order
    else:
        envelope += os.urandom(24)
        envelope += sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(inner, envelope, envelope[10:], recipient)
    return OUTER % base64.urlsafe_b64encode(envelope).decode().rstrip("=")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    try:
        to, *signer_files = sys.argv[1:]
        kind, name = (b"\1", "device") if to.startswith("sealedpush:") else (b"\2", "shared-secret")
        seeds = [key("signer-secret", file) for file in signer_files]
        sys.stdout.write(seal(sys.stdin.buffer.read(), kind, key(name, to), *seeds))
    except Exception as error:
        sys.exit(f"seal.py: not sealed: {error}")
