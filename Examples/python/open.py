#!/usr/bin/env python3
"""Opens a sealed push:  open.py KEY_FILE [TRUSTED_SIGNER] < outer.json

Prints the inner payload as it was sealed. With TRUSTED_SIGNER (`sealedpush:signer:…`) a signature by that key is
required; without it only unsigned pushes open. Exit 1, and one line on stderr, when a push cannot be opened.
Left out, and done by the receiver library: remembering ids (here a replayed push opens again!), the strict rules for
JSON (no name twice, 32 levels, 1,024 items), limits of size, several keys of one kind, superseded and revoked keys,
refusing signer keys that are no good points, a clock that is not set, friendly errors.
"""

import base64
import hashlib
import json
import sys
import time

from nacl import bindings as sodium

DAY, MONTH = 86_400_000, 30 * 86_400_000  # milliseconds


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


def open_push(outer: bytes, key_file: str, signer: bytes | None = None) -> bytes:
    text = json.loads(outer.decode())["encrypted-content"]
    envelope = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(envelope).decode().rstrip("=") != text:
        raise ValueError("base64url has one spelling, and this is another")
    kind = {b"\1\1": "device-secret", b"\1\2": "shared-secret"}.get(envelope[:2], "known")
    secret = key(kind, key_file)
    public = sodium.crypto_scalarmult_base(secret) if kind == "device-secret" else secret
    fingerprint = blake2b(b"key id", envelope[1:2] + public)
    if envelope[2:10] != fingerprint[:8]:
        raise ValueError("sealed to another key")
    if kind == "device-secret":
        inner = sodium.crypto_box_seal_open(envelope[10:], public, secret)
    else:
        head, box = envelope[:34], envelope[34:]
        inner = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(box, head, head[10:], secret)

    body = sodium.sodium_unpad(inner, len(inner))
    if not body.startswith(b"\1" + blake2b(b"key id", b"\3" + signer)[:8] if signer else b"\0"):
        raise ValueError("not signed by TRUSTED_SIGNER, or signed and none was given")
    message = body[73:] if signer else body[1:]
    if signer:
        sodium.crypto_sign_open(body[9:73] + b"SealedPush v1 signature" + fingerprint + message, signer)
    payload = message[28:]
    if not isinstance(json.loads(payload.decode()).get("sealedpush", {}), dict):
        raise ValueError("what is inside is not a payload")
    now, sent_at = time.time_ns() // 1_000_000, int.from_bytes(message[16:24], "big")
    life = min(int.from_bytes(message[24:28], "big") * 1000 or MONTH, MONTH)
    if not now - DAY - life <= sent_at <= now + DAY:
        raise ValueError("too old, or from the future")
    return payload


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    try:
        key_file, *signers = sys.argv[1:]
        trusted = [key("signer", signer) for signer in signers]
        sys.stdout.buffer.write(open_push(sys.stdin.buffer.read(), key_file, *trusted))
    except Exception as error:
        sys.exit(f"open.py: not opened: {error}")
