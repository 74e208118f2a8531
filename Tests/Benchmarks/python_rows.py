# SPDX-License-Identifier: Apache-2.0
"""The same payload through PyNaCl, and through the libraries of Web Push as rows to compare with: medians in microseconds."""

import os
import statistics
import time

from nacl import bindings


def median(body, rounds=15, iterations=200):
    samples = []
    for round_number in range(rounds + 1):
        start = time.perf_counter()
        for _ in range(iterations):
            body()
        if round_number:
            samples.append((time.perf_counter() - start) / iterations * 1e6)
    return statistics.median(samples)


def row(name, microseconds):
    print(f"{name}\t{microseconds}")


message = os.urandom(512)
public, secret = bindings.crypto_box_keypair()
sealed = bindings.crypto_box_seal(message, public)
row("PyNaCl seal", median(lambda: bindings.crypto_box_seal(message, public)))
row("PyNaCl open", median(lambda: bindings.crypto_box_seal_open(sealed, public, secret)))

try:
    import http_ece
    from cryptography.hazmat.backends import default_backend
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    receiver = ec.generate_private_key(ec.SECP256R1(), default_backend())
    point = receiver.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    auth = os.urandom(16)

    def ece_encrypt():
        sender = ec.generate_private_key(ec.SECP256R1(), default_backend())
        return http_ece.encrypt(message, private_key=sender, dh=point, auth_secret=auth, version="aes128gcm")

    encrypted = ece_encrypt()
    row("http_ece encrypt", median(ece_encrypt))
    row(
        "http_ece decrypt",
        median(lambda: http_ece.decrypt(encrypted, private_key=receiver, auth_secret=auth, version="aes128gcm")),
    )
except ImportError:
    print("http_ece\tnot installed")

try:
    import base64

    from pywebpush import WebPusher

    def b64(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    pusher = WebPusher({"endpoint": "https://push.example.com/x", "keys": {"p256dh": b64(point), "auth": b64(auth)}})
    row("pywebpush encode", median(lambda: pusher.encode(message, content_encoding="aes128gcm")))
except (ImportError, NameError):
    print("pywebpush\tnot installed")
