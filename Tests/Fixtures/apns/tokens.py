# SPDX-License-Identifier: Apache-2.0
"""Checks provider tokens as APNs does."""

import base64
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

import credentials

LONGEST_LIFE = 3600
# How far ahead a provider's clock may be.
TOLERANCE = 300


def _decode(text):
    if "=" in text:
        raise ValueError("padding")
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class Tokens:
    """Knows the keys; remembers what it has checked."""

    def __init__(self, keys, clock):
        self.keys = keys
        self.clock = clock
        self.checked = {}
        # Seconds between two new tokens of one key; 0 for no such rule.
        self.update_interval = 0
        self.last_update = {}
        self.known = []

    def parse(self, token):
        """(key id, time of issue), or the reason against it."""
        if token not in self.checked:
            self.checked[token] = self._parse(token)
        return self.checked[token]

    def _parse(self, token):
        try:
            head, claims, signature = token.split(".")
            header, body, raw = json.loads(_decode(head)), json.loads(_decode(claims)), _decode(signature)
            if header["alg"] != "ES256" or body["iss"] != credentials.TEAM or type(body["iat"]) is not int:
                return "InvalidProviderToken"
            key = self.keys[header["kid"]]
            if len(raw) == 64:
                raw = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
            key.verify(raw, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        except (ValueError, KeyError, TypeError, InvalidSignature):
            return "InvalidProviderToken"
        return header["kid"], body["iat"]

    def check(self, authorization, connection):
        """(status, reason) against it, or None; `connection` keeps to the first key."""
        if authorization is None or not authorization.startswith("bearer "):
            return 403, "MissingProviderToken"
        token = authorization[7:]
        parsed = self.parse(token)
        if isinstance(parsed, str):
            return 403, parsed
        key, issued = parsed
        if key == credentials.OTHER_ENVIRONMENT_KEY:
            return 403, "BadEnvironmentKeyInToken"
        now = self.clock()
        if issued > now + TOLERANCE:
            return 403, "InvalidProviderToken"
        if issued < now - LONGEST_LIFE:
            return 403, "ExpiredProviderToken"
        if connection.key not in (None, key):
            return 403, "UnrelatedKeyIdInToken"
        if token not in self.known:
            if self.known and self.update_interval and now - self.last_update[key] < self.update_interval:
                return 429, "TooManyProviderTokenUpdates"
            self.known.append(token)
            self.last_update[key] = now
        connection.key = key
        return None
