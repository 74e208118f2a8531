#!/usr/bin/env python3
"""Opens a sealed push:  open.py KEY_FILE [TRUSTED_SIGNER] < outer.json

Prints the inner payload, byte for byte as it was sealed. With TRUSTED_SIGNER (`sealedpush:signer:…`) a signature by that
key is required; without it only unsigned pushes open. Exit 1, and one line on stderr, when it cannot be opened.
Left out, and done by the receiver library: remembering ids (a replayed push opens again here!), superseded and revoked
keys, a key file with several keys of one kind, a receiver whose clock is not set, the strict rules for JSON (no name twice,
32 levels, 1,024 members and elements), refusing signer keys that are no good points, and telling the reasons apart.
"""

import base64
import hashlib
import json
import sys
import time

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

DAY, MONTH = 24 * 3_600_000, 30 * 24 * 3_600_000


def blake2b(data: bytes, label: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32, key=label).digest()


def decode(text: str) -> bytes:
    data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if base64.urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise ValueError("base64url has one spelling, and this is another")
    return data


def key(kind: str, text: str) -> bytes | None:
    """The key in the first line of `text` that begins with `sealedpush:KIND:`."""
    for line in text.removeprefix("\ufeff").splitlines():
        if line.startswith(f"sealedpush:{kind}:"):
            data = decode(line.split(":")[2].rstrip())
            if blake2b(kind.encode() + b"\0" + data[:32], b"SealedPush v1 key text")[:4] != data[32:]:
                raise ValueError(f"malformed {kind} key: a typing mistake?")
            return data[:32]
    return None


def open_push(outer: bytes, device: bytes | None, shared: bytes | None, trusted: bytes | None) -> bytes:
    content = json.loads(outer.decode("utf-8"))
    text = content.get("encrypted-content") if isinstance(content, dict) else None
    if not isinstance(text, str) or len(text) > 16_384:
        raise ValueError("not a sealed push")
    envelope = decode(text)
    if envelope[:2] == b"\1\1" and len(envelope) >= 59 and device:
        public = sodium.crypto_scalarmult_base(device)
        fingerprint = blake2b(b"\1" + public, b"SealedPush v1 key id")
        inner = sodium.crypto_box_seal_open(envelope[10:], public, device)
    elif envelope[:2] == b"\1\2" and len(envelope) >= 51 and shared:
        fingerprint = blake2b(b"\2" + shared, b"SealedPush v1 key id")
        head, nonce, box = envelope[:34], envelope[10:34], envelope[34:]
        inner = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(box, head, nonce, shared)
    else:
        raise ValueError("cut short, of another version, or sealed to a kind of key that is not in KEY_FILE")
    if envelope[2:10] != fingerprint[:8]:
        raise ValueError("sealed to another key")

    body = sodium.sodium_unpad(inner, len(inner))
    message = body[1:] if body[:1] == b"\0" else body[73:]
    if body[:1] not in (b"\0", b"\1") or len(message) < 28:
        raise ValueError("what is inside is not a message")
    if trusted:
        if body[:9] != b"\1" + blake2b(b"\3" + trusted, b"SealedPush v1 key id")[:8]:
            raise ValueError("not signed by TRUSTED_SIGNER")
        sodium.crypto_sign_open(body[9:73] + b"SealedPush v1 signature" + fingerprint + message, trusted)
    elif body[:1] == b"\1":
        raise ValueError("signed, and no TRUSTED_SIGNER was given")

    payload = message[28:]
    content = json.loads(payload.decode("utf-8"))
    if not isinstance(content, dict) or not isinstance(content.get("sealedpush", {}), dict):
        raise ValueError("what is inside is not a payload")
    now, sent_at = time.time_ns() // 1_000_000, int.from_bytes(message[16:24], "big")
    life = min(int.from_bytes(message[24:28], "big") * 1000 or MONTH, MONTH)
    if sent_at > now + DAY or sent_at + life < now - DAY:
        raise ValueError("too old, or from the future")
    return payload


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        keys, signer = open(sys.argv[1], encoding="utf-8").read(), None
        if len(sys.argv) == 3:
            signer = key("signer", sys.argv[2])
            if not signer:
                raise ValueError("TRUSTED_SIGNER is no signer key")
        outer = sys.stdin.buffer.read(65_537)
        if len(outer) > 65_536:
            raise ValueError("the push is too long")
        payload = open_push(outer, key("device-secret", keys), key("shared-secret", keys), signer)
    except (ValueError, OSError, CryptoError, RecursionError) as error:
        sys.exit(f"open.py: {error}")
    sys.stdout.buffer.write(payload)
