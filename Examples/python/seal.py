#!/usr/bin/env python3
"""Seals an APNs payload:  seal.py RECIPIENT [SIGNER_KEY_FILE] < payload.apns > outer.json

RECIPIENT is `sealedpush:device:…` text, or the path of a key file with a `sealedpush:shared-secret:` line.
Left out, and done by the `sealedpush` command: shortening a text that does not fit, another placeholder or time to live,
limits other than 4,096 bytes, the strict rules for JSON (no name twice, 32 levels, 1,024 members and elements), checks of
file permissions, and keeping the message id for a retry: to retry, send the same bytes again.
"""

import base64
import hashlib
import json
import os
import sys
import time

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

LIMIT = 4096  # bytes that APNs takes
OUTER = '{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}'


def blake2b(data: bytes, label: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32, key=label).digest()


def key(kind: str, text: str) -> bytes | None:
    """The key in the first line of `text` that begins with `sealedpush:KIND:`."""
    for line in text.removeprefix("\ufeff").splitlines():
        if line.startswith(f"sealedpush:{kind}:"):
            data = base64.b64decode(line.split(":")[2].rstrip(), altchars=b"-_", validate=True)
            if blake2b(kind.encode() + b"\0" + data[:32], b"SealedPush v1 key text")[:4] != data[32:]:
                raise ValueError(f"malformed {kind} key: a typing mistake?")
            return data[:32]
    return None


def is_usable(device: bytes) -> bool:
    try:
        sodium.crypto_scalarmult(b"\1" * 32, device)  # fails on a point of low order
    except CryptoError:
        return False
    return int.from_bytes(device, "little") < 2**255 - 19


def seal(payload: bytes, device: bytes | None, shared: bytes | None, signer_seed: bytes | None) -> str:
    content = json.loads(payload.decode("utf-8"))
    if not isinstance(content, dict) or "sealedpush" in content:
        raise ValueError("the payload must be a JSON object without a member `sealedpush`")
    if device and not is_usable(device):
        raise ValueError("this device key is not usable")
    if not device and not shared:
        raise ValueError("RECIPIENT is neither a device key nor a file with a shared key")
    kind, recipient = (b"\1", device) if device else (b"\2", shared)
    fingerprint = blake2b(kind + recipient, b"SealedPush v1 key id")

    sent_at = (time.time_ns() // 1_000_000).to_bytes(8, "big")
    message = os.urandom(16) + sent_at + bytes(4) + payload  # no time to live means 30 days
    body = b"\0" + message
    if signer_seed:
        signer, secret = sodium.crypto_sign_seed_keypair(signer_seed)
        signature = sodium.crypto_sign(b"SealedPush v1 signature" + fingerprint + message, secret)[:64]
        body = b"\1" + blake2b(b"\3" + signer, b"SealedPush v1 key id")[:8] + signature + message

    room = (LIMIT - len(OUTER % "")) * 3 // 4 - (58 if device else 50)
    if len(body) + 1 > room:
        raise ValueError(f"the payload does not fit: bytes over the limit: {len(body) + 1 - room}")
    bucket = max(256, 1 << len(body).bit_length())  # 256, 512, 1024 …: the first that holds body and one byte more
    inner = sodium.sodium_pad(body, min(bucket, room))
    envelope = b"\1" + kind + fingerprint[:8]
    if device:
        envelope += sodium.crypto_box_seal(inner, device)
    else:
        envelope += os.urandom(24)
        envelope += sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(inner, envelope, envelope[10:], shared)
    return OUTER % base64.urlsafe_b64encode(envelope).decode().rstrip("=")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        to, seed = sys.argv[1], None
        if not to.startswith("sealedpush:"):
            to = open(to, encoding="utf-8").read()
        if len(sys.argv) == 3:
            seed = key("signer-secret", open(sys.argv[2], encoding="utf-8").read())
            if not seed:
                raise ValueError("SIGNER_KEY_FILE has no signer-secret line")
        outer = seal(sys.stdin.buffer.read(), key("device", to), key("shared-secret", to), seed)
    except (ValueError, OSError, CryptoError, RecursionError) as error:
        sys.exit(f"seal.py: {error}")
    sys.stdout.write(outer)
