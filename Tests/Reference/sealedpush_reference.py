"""The SealedPush v1 format, written down a second time.

This module is a reference, not a product: it is small, follows the documents line by line, and shares no code with the
Swift package. All cryptography is libsodium's, through PyNaCl, and the keyed BLAKE2b of Python's own hashlib.

`Reference` holds every rule as a method or a class attribute, so that a subclass can break exactly one of them; see
`wrong_readers.py` for what that is good for.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

LABEL_KEY_ID = b"SealedPush v1 key id"
LABEL_SIGNATURE = b"SealedPush v1 signature"
LABEL_CARD = b"SealedPush v1 card"
LABEL_KEY_TEXT = b"SealedPush v1 key text"
LABEL_VERIFY = b"SealedPush v1 verify"
LABEL_EXPORT = b"SealedPush v1 export"

DEVICE, SHARED, SIGNER, IDENTITY = 1, 2, 3, 4

# KIND in key text: (kind byte, is it secret)
KINDS = {
    "device": (DEVICE, False),
    "device-secret": (DEVICE, True),
    "signer": (SIGNER, False),
    "signer-secret": (SIGNER, True),
    "identity": (IDENTITY, False),
    "identity-secret": (IDENTITY, True),
    "shared-secret": (SHARED, True),
}

HOUR = 3_600_000
DAY = 24 * HOUR
MONTH_SECONDS = 30 * 24 * 3600
CLOCK_IS_SET_FROM = 1_767_225_600_000  # 2026-01-01T00:00:00Z
P25519 = 2**255 - 19
UNSIGNED = bytes(32)


class Failure(Exception):
    """A refusal; `reason` is the word the documents use for it."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class NotJSON(Exception):
    """The text breaks a rule of "Inner JSON"."""


@dataclass(frozen=True)
class Number:
    """A JSON number, as it was spelled."""

    text: str


def blake2b(data: bytes, label: bytes, size: int = 32) -> bytes:
    """`crypto_generichash` with a key."""
    return hashlib.blake2b(data, digest_size=size, key=label).digest()


def fingerprint(kind: int, key: bytes) -> bytes:
    return blake2b(bytes([kind]) + key, LABEL_KEY_ID)


def verify_number(key_fingerprint: bytes) -> str:
    digest = blake2b(key_fingerprint, LABEL_VERIFY, 64)[:60]
    return " ".join(f"{int.from_bytes(digest[i : i + 5], 'big') % 100_000:05}" for i in range(0, 60, 5))


def public_twin(kind: int, secret: bytes) -> bytes:
    """The public key of a secret one; a shared key is its own."""
    if kind == DEVICE:
        return sodium.crypto_scalarmult_base(secret)
    if kind == SHARED:
        return secret
    return sodium.crypto_sign_seed_keypair(secret)[0]


def sign(seed: bytes, message: bytes) -> bytes:
    return sodium.crypto_sign(message, sodium.crypto_sign_seed_keypair(seed)[1])[:64]


def verifies(public_key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        sodium.crypto_sign_open(signature + message, public_key)
    except CryptoError:
        return False
    return True


def base64url_encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpad(data: bytes, block: int) -> bytes | None:
    try:
        return sodium.sodium_unpad(data, block)
    except (CryptoError, ValueError):
        return None


@lru_cache(maxsize=64)
def argon2id(passphrase: bytes, salt: bytes, operations: int, memory_kib: int) -> bytes:
    algorithm = sodium.crypto_pwhash_ALG_ARGON2ID13
    return sodium.crypto_pwhash_alg(32, passphrase, salt, operations, memory_kib * 1024, algorithm)


# MARK: Text


class TextRules:
    """base64url in its one spelling."""

    def base64url(self, text: str) -> bytes:
        if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
            raise Failure("malformed", "a character that base64url does not have")
        if len(text) % 4 == 1:
            raise Failure("malformed", "a length that base64url does not have")
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        self.check_trailing_bits(text, data)
        return data

    def check_trailing_bits(self, text: str, data: bytes) -> None:
        if base64url_encode(data) != text:
            raise Failure("malformed", "trailing bits that are not zero")


# MARK: JSON


class JSONRules:
    """RFC 8259, and the limits of "Inner JSON"."""

    max_depth = 32
    max_items = 1024
    number = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
    string = re.compile(r'"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*)"')
    space = re.compile(r"[ \t\n\r]*")

    def json_object(self, data: bytes) -> dict[str, Any]:
        """The object that `data` spells: str, Number, bool, None, list and dict; raises NotJSON."""
        parser = JSONParser(self, self.json_text(data))
        value = parser.document()
        if not isinstance(value, dict):
            raise NotJSON("not an object")
        return value

    def json_text(self, data: bytes) -> str:
        try:
            return data.decode("utf-8")  # strict: no surrogates, no overlong forms; a BOM stays and is no white space
        except UnicodeDecodeError as error:
            raise NotJSON("not UTF-8") from error

    def unescape(self, raw: str) -> str:
        return re.sub(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.", self.unescape_one, raw)

    def unescape_one(self, match: re.Match[str]) -> str:
        escape = match.group()
        if len(escape) == 12:
            high, low = int(escape[2:6], 16), int(escape[8:12], 16)
            return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        if len(escape) == 2:
            return {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(escape[1], escape[1])
        code = int(escape[2:], 16)
        if 0xD800 <= code <= 0xDFFF:
            return self.lone_surrogate(code)
        return chr(code)

    def lone_surrogate(self, code: int) -> str:
        raise NotJSON("unpaired surrogate")

    def add_member(self, members: dict[str, Any], raw_name: str, value: Any) -> None:
        """Names are compared as code points after unescaping; no normalisation."""
        name = self.unescape(raw_name)
        if name in members:
            raise NotJSON("two members with one name")
        members[name] = value


class JSONParser:
    """One pass over one text, by the rules given."""

    def __init__(self, rules: JSONRules, text: str) -> None:
        self.rules, self.text, self.at = rules, text, 0
        self.items = 0

    def document(self) -> Any:
        value = self.value(1)
        if self.at != len(self.text):
            raise NotJSON("something after the value")
        return value

    def skip_space(self) -> None:
        self.at = self.rules.space.match(self.text, self.at).end()  # type: ignore[union-attr]

    def take(self, token: str) -> bool:
        """Takes `token` and the white space after it, if it is next."""
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        self.skip_space()
        return True

    def match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        self.skip_space()
        return found.group(found.lastindex or 0)

    def value(self, depth: int) -> Any:
        self.skip_space()
        if self.take("{"):
            return self.members(depth)
        if self.take("["):
            return self.elements(depth)
        if (raw := self.match(self.rules.string)) is not None:
            return self.rules.unescape(raw)
        if (number := self.match(self.rules.number)) is not None:
            return Number(number)
        for word, meaning in (("true", True), ("false", False), ("null", None)):
            if self.take(word):
                return meaning
        raise NotJSON(f"no value at {self.at}")

    def members(self, depth: int) -> dict[str, Any]:
        self.check_depth(depth)
        members: dict[str, Any] = {}
        if self.take("}"):
            return members
        while True:
            self.count()
            name = self.match(self.rules.string)
            if name is None or not self.take(":"):
                raise NotJSON(f"no member at {self.at}")
            self.rules.add_member(members, name, self.value(depth + 1))
            if self.take("}"):
                return members
            if not self.take(","):
                raise NotJSON(f"object not closed at {self.at}")

    def elements(self, depth: int) -> list[Any]:
        self.check_depth(depth)
        elements: list[Any] = []
        if self.take("]"):
            return elements
        while True:
            self.count()
            elements.append(self.value(depth + 1))
            if self.take("]"):
                return elements
            if not self.take(","):
                raise NotJSON(f"array not closed at {self.at}")

    def check_depth(self, depth: int) -> None:
        if depth > self.rules.max_depth:
            raise NotJSON("nested too deeply")

    def count(self) -> None:
        self.items += 1
        if self.items > self.rules.max_items:
            raise NotJSON("too many members and elements")


# MARK: Keys


def key_checksum(kind: str, key: bytes) -> bytes:
    return blake2b(kind.encode() + b"\0" + key, LABEL_KEY_TEXT)[:4]


def key_text(kind: str, key: bytes) -> str:
    return f"sealedpush:{kind}:{base64url_encode(key + key_checksum(kind, key))}"


class KeyRules(TextRules):
    """Key text, and which keys are refused."""

    def read_key(self, wanted: str, text: str) -> bytes:
        """The 32 bytes of key text of the KIND wanted; fails as malformed, wrongKind or unusableKey."""
        found = re.fullmatch(r"sealedpush:([a-z-]+):([A-Za-z0-9_-]{48})", text)
        if found is None or found[1] not in KINDS:
            raise Failure("malformed", "not key text")
        kind, data = found[1], self.base64url(found[2])
        key = data[:32]
        self.check_checksum(kind, key, data[32:])
        self.check_kind(wanted, kind)
        self.check_usable(kind, key)
        return key

    def check_checksum(self, kind: str, key: bytes, checksum: bytes) -> None:
        if checksum != key_checksum(kind, key):
            raise Failure("malformed", "the checksum does not match: a typing mistake?")

    def check_kind(self, wanted: str, kind: str) -> None:
        if kind != wanted:
            raise Failure("wrongKind", f"{kind} where {wanted} is expected")

    def check_usable(self, kind: str, key: bytes) -> None:
        try:
            if kind == "device":
                self.check_range(key)
                self.check_order(key)
            elif kind in ("signer", "identity"):
                self.check_point(key)
        except (CryptoError, RuntimeError) as error:
            raise Failure("unusableKey", kind) from error

    def check_range(self, key: bytes) -> None:
        if int.from_bytes(key, "little") >= P25519:
            raise Failure("unusableKey", "not below 2^255 - 19")

    def check_order(self, key: bytes) -> None:
        sodium.crypto_scalarmult(b"\1" * 32, key)

    def check_point(self, key: bytes) -> None:
        sodium.crypto_sign_ed25519_pk_to_curve25519(key)


def key_file_lines(text: str) -> list[str]:
    """The key lines of a key file: no comments, no blank lines, no BOM, no trailing space."""
    lines = (line.rstrip() for line in text.removeprefix("\ufeff").split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


# MARK: Cards


@dataclass
class Card:
    kind: str
    name: str
    identity: str
    key: str | None
    serial: int
    created: int
    grace: int | None
    revoked: bool


def card_text(identity_seed: bytes, json: bytes, label: bytes = LABEL_CARD) -> str:
    return "sealedpush:card:" + base64url_encode(sign(identity_seed, label + json) + json)


class CardRules(KeyRules, JSONRules):
    max_card = 4096
    name_scalars = 64
    name_bytes = 256
    name_refuses: tuple[str, ...] = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    max_serial = 2**53 - 1

    def read_card(self, text: str) -> Card:
        """Fails as malformed, badSignature or unsupported."""
        prefix = "sealedpush:card:"
        if not text.startswith(prefix):
            raise Failure("malformed", "not a card")
        data = self.base64url(text[len(prefix) :])
        if not 64 < len(data) <= self.max_card:
            raise Failure("malformed", "size")
        signature, json = data[:64], data[64:]
        try:
            members = self.json_object(json)
        except NotJSON as error:
            raise Failure("malformed", str(error)) from error
        identity = self.member_key(members, "identity", "identity")
        self.check_card_signature(identity, signature, json)
        return self.card_members(members)

    def check_card_signature(self, identity: bytes, signature: bytes, json: bytes) -> None:
        if not verifies(identity, signature, LABEL_CARD + json):
            raise Failure("badSignature")

    def card_members(self, members: dict[str, Any]) -> Card:
        self.check_card_version(members)
        kind = members.get("kind")
        if kind not in ("device", "signer"):
            raise Failure("malformed", "kind")
        self.check_name(members.get("name"))
        self.check_revoked(members)
        if "key" in members:
            self.member_key(members, "key", kind)
        if "address" in members:
            self.check_address(members["address"])
        return Card(
            kind=kind,
            name=members["name"],
            identity=members["identity"],
            key=members.get("key"),
            serial=self.member_integer(members, "serial", 1, self.max_serial),
            created=self.member_integer(members, "created", 0, self.max_serial),
            grace=self.member_integer(members, "grace", 0, MONTH_SECONDS) if "grace" in members else None,
            revoked="revoked" in members,
        )

    def check_card_version(self, members: dict[str, Any]) -> None:
        if "v" not in members:
            raise Failure("malformed", "v is missing")
        if members["v"] != Number("1"):
            raise Failure("unsupported", "another version")

    def member_key(self, members: dict[str, Any], name: str, kind: str) -> bytes:
        text = members.get(name)
        if not isinstance(text, str):
            raise Failure("malformed", f"{name} is no key text")
        try:
            return self.read_key(kind, text)
        except Failure as failure:
            raise Failure("malformed", f"{name}: {failure}") from failure

    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        value = members.get(name)
        if not isinstance(value, Number) or not re.fullmatch(r"-?[0-9]{1,16}", value.text):
            raise Failure("malformed", f"{name} is no integer")
        if not low <= int(value.text) <= high:
            raise Failure("malformed", f"{name} is out of range")
        return int(value.text)

    def check_revoked(self, members: dict[str, Any]) -> None:
        if "revoked" in members and members["revoked"] is not True:
            raise Failure("malformed", "revoked is true or absent")
        if ("revoked" in members) == ("key" in members):
            raise Failure("malformed", "either a key or revoked")

    def check_name(self, name: Any) -> None:
        if not isinstance(name, str):
            raise Failure("malformed", "name is no string")
        if not 1 <= len(name) <= self.name_scalars or len(name.encode()) > self.name_bytes:
            raise Failure("malformed", "length of name")
        if name != name.strip() or any(unicodedata.category(scalar) in self.name_refuses for scalar in name):
            raise Failure("malformed", "a character no name may have")

    def check_address(self, address: Any) -> None:
        if not isinstance(address, dict):
            raise Failure("malformed", "address is no object")
        for transport, wanted in (("apns", ("token", "topic", "environment")), ("mqtt", ("url", "topic"))):
            if transport not in address:
                continue
            place = address[transport]
            if not isinstance(place, dict) or not all(isinstance(place.get(name), str) for name in wanted):
                raise Failure("malformed", f"address: {transport}")
        if "mqtt" in address:
            self.check_user_info(address["mqtt"]["url"])

    def check_user_info(self, url: str) -> None:
        if "@" in re.split(r"[/?#]", url.partition("//")[2])[0]:
            raise Failure("malformed", "user info in a URL")


# MARK: Export under a passphrase


def export_header(operations: int, memory_kib: int, salt: bytes, version: int = 1, algorithm: int = 2) -> bytes:
    return bytes([version, algorithm]) + operations.to_bytes(4, "big") + memory_kib.to_bytes(4, "big") + salt


def wrap_export(key_file: str, key: bytes, header: bytes, nonce: bytes) -> str:
    padded = sodium.sodium_pad(key_file.encode(), 512)
    associated = LABEL_EXPORT + header + nonce
    box = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(padded, associated, nonce, key)
    return "sealedpush:wrapped:" + base64url_encode(header + nonce + box)


class ExportRules(TextRules):
    max_export = 65_536
    operations = range(1, 17)
    memory_kib = range(8 * 1024, 1024 * 1024 + 1)

    def passphrase(self, given: bytes) -> bytes:
        for ending in (b"\r\n", b"\n"):
            if given.endswith(ending):
                return given[: -len(ending)]
        return given

    def read_export(self, text: str, passphrase: bytes) -> str:
        """The key file inside; fails as malformed, unsupported or wrongPassphrase."""
        prefix = "sealedpush:wrapped:"
        if not text.startswith(prefix) or len(text) > self.max_export:
            raise Failure("malformed", "not an export")
        data = self.base64url(text[len(prefix) :])
        if len(data) < 26 + 24 + 16:
            raise Failure("malformed", "cut short")
        header, nonce, box = data[:26], data[26:50], data[50:]
        operations, memory_kib = int.from_bytes(header[2:6], "big"), int.from_bytes(header[6:10], "big")
        self.check_construction(header[0], header[1])
        self.check_cost(operations, memory_kib)
        key = argon2id(self.passphrase(passphrase), header[10:26], operations, memory_kib)
        try:
            padded = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(box, LABEL_EXPORT + header + nonce, nonce, key)
        except CryptoError as error:
            raise Failure("wrongPassphrase") from error
        plain = unpad(padded, 512)
        if plain is None:
            raise Failure("malformed", "padding")
        return plain.decode()

    def check_construction(self, version: int, algorithm: int) -> None:
        if version != 1 or algorithm != 2:
            raise Failure("unsupported", "another version or algorithm")

    def check_cost(self, operations: int, memory_kib: int) -> None:
        if operations not in self.operations or memory_kib not in self.memory_kib:
            raise Failure("unsupported", "cost out of range")


# MARK: What a receiver keeps


@dataclass
class OpeningKey:
    kind: int
    secret: bytes
    created: int = 0
    usable_until: int | None = None

    @property
    def public_key(self) -> bytes:
        return public_twin(self.kind, self.secret)

    @property
    def fingerprint(self) -> bytes:
        return fingerprint(self.kind, self.public_key)


@dataclass
class TrustedSigner:
    public_key: bytes
    name: str = ""
    usable_until: int | None = None


@dataclass
class SeenList:
    capacity: int
    entries: dict[bytes, int] = field(default_factory=dict)
    floor: int = -1


@dataclass
class Store:
    opening_keys: list[OpeningKey] = field(default_factory=list)
    retired: set[tuple[int, bytes]] = field(default_factory=set)
    signers: list[TrustedSigner] = field(default_factory=list)
    requires_signature: bool = False
    signer_capacity: int = 100_000
    unsigned_capacity: int = 10_000
    locked: bool = False
    broken: bool = False
    seen: dict[bytes, SeenList] = field(default_factory=dict)

    def trust(self, signer: TrustedSigner) -> None:
        self.signers.append(signer)
        self.requires_signature = True

    def retire(self, key_fingerprint: bytes) -> None:
        for key in [key for key in self.opening_keys if key.fingerprint == key_fingerprint]:
            self.opening_keys.remove(key)
            self.retired.add((key.kind, key_fingerprint))

    def seen_list(self, owner: bytes) -> SeenList:
        capacity = self.unsigned_capacity if owner == UNSIGNED else self.signer_capacity
        return self.seen.setdefault(owner, SeenList(capacity))


# MARK: The reader


@dataclass
class Push:
    """One push on its way through the steps; each step fills in what it finds."""

    field: Any
    store: Store
    now: int
    requires_signature: bool
    text: str = ""
    envelope: bytes = b""
    mode: int = 0
    candidates: list[OpeningKey] = field(default_factory=list)
    key: OpeningKey | None = None
    signer_id: bytes = b""
    signature: bytes = b""
    message: bytes = b""
    signer: bytes | None = None
    clock_unset: bool = False

    @property
    def is_signed(self) -> bool:
        return bool(self.signature)

    @property
    def id(self) -> bytes:
        return self.message[:16]

    @property
    def sent_at(self) -> int:
        return int.from_bytes(self.message[16:24], "big")

    @property
    def time_to_live(self) -> int:
        return int.from_bytes(self.message[24:28], "big")

    @property
    def payload(self) -> bytes:
        return self.message[28:]

    @property
    def superseded(self) -> bool:
        return self.key is not None and self.key.usable_until is not None


class ReaderRules(TextRules, JSONRules):
    """What a reader does, in this order."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "take_field",
        "decode_text",
        "check_version",
        "check_length",
        "check_store",
        "find_keys",
        "unseal",
        "check_sender",
        "read_payload",
        "check_time",
        "check_seen",
    )

    max_text = 16_384
    max_outer = 65_536
    max_tries = 8
    margin = DAY

    def open_outer(self, outer: bytes, store: Store, now: int, allow_anonymous: bool | None = None) -> Push:
        if len(outer) > self.max_outer:
            raise Failure("malformed", "too long")
        try:
            members = self.json_object(outer)
        except NotJSON as error:
            raise Failure("malformed", str(error)) from error
        return self.open(members, store, now, allow_anonymous)

    def open(self, members: dict[str, Any], store: Store, now: int, allow_anonymous: bool | None = None) -> Push:
        """`allow_anonymous`: None = the default policy, which goes by what the store remembers."""
        required = self.signature_required(store) if allow_anonymous is None else not allow_anonymous
        push = Push(members.get("encrypted-content", ...), store, now, required)
        for step in self.STEPS:
            getattr(self, step)(push)
        return push

    def signature_required(self, store: Store) -> bool:
        return store.requires_signature

    def revoke_signer(self, store: Store, public_key: bytes) -> None:
        """Takes the signer out and leaves `requires_signature` as it is: once required, always required."""
        store.signers = [signer for signer in store.signers if signer.public_key != public_key]

    # 1

    def take_field(self, push: Push) -> None:
        if push.field is ...:
            raise Failure("notSealed")
        if not isinstance(push.field, str):
            raise Failure("malformed", "not a string")
        push.text = push.field
        if len(push.text.encode("utf-8", "surrogatepass")) > self.max_text:
            raise Failure("malformed", "too long")

    # 2

    def decode_text(self, push: Push) -> None:
        push.envelope = self.base64url(push.text)
        if not push.envelope:
            raise Failure("malformed", "empty")

    def check_version(self, push: Push) -> None:
        if push.envelope[0] != 1:
            raise Failure("unsupportedVersion")
        if len(push.envelope) < 2:
            raise Failure("malformed", "no mode")
        push.mode = push.envelope[1]
        if push.mode not in (DEVICE, SHARED):
            raise Failure("unsupportedVersion")

    def check_length(self, push: Push) -> None:
        if len(push.envelope) < (59 if push.mode == DEVICE else 51):
            raise Failure("malformed", "cut short")

    # 3

    def check_store(self, push: Push) -> None:
        if push.store.locked:
            raise Failure("locked")
        if push.store.broken:
            raise Failure("storeUnavailable")

    def find_keys(self, push: Push) -> None:
        own = [key for key in push.store.opening_keys if key.kind == push.mode and self.id_matches(push, key)]
        push.candidates = [key for key in own if self.is_usable(key.usable_until, push.now)]
        if not push.candidates:
            retired = own or any(
                kind == push.mode and name[:8] == push.envelope[2:10] for kind, name in push.store.retired
            )
            raise Failure("retiredKey" if retired else "unknownKey")

    def id_matches(self, push: Push, key: OpeningKey) -> bool:
        return key.fingerprint[:8] == push.envelope[2:10]

    def is_usable(self, until: int | None, now: int) -> bool:
        return until is None or now < until

    # 4

    def unseal(self, push: Push) -> None:
        newest_first = sorted(push.candidates, key=lambda key: key.created, reverse=True)
        for key in newest_first[: self.max_tries]:
            inner = self.decrypt(push.envelope, key)
            if inner is not None:
                push.key = key
                self.split_inner(push, inner)
                return
        raise Failure("cannotOpen", "no key opens it")

    def decrypt(self, envelope: bytes, key: OpeningKey) -> bytes | None:
        try:
            if key.kind == DEVICE:
                return sodium.crypto_box_seal_open(envelope[10:], key.public_key, key.secret)
            return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
                envelope[34:], envelope[:34], envelope[10:34], key.secret
            )
        except CryptoError:
            return None

    def split_inner(self, push: Push, inner: bytes) -> None:
        body = self.unpad_inner(inner)
        if not body or body[0] not in (0, 1):
            raise Failure("cannotOpen", "padding or first byte")
        if body[0] == 0:
            push.message = body[1:]
        else:
            push.signer_id, push.signature, push.message = body[1:9], body[9:73], body[73:]
        self.check_message_length(push)

    def unpad_inner(self, inner: bytes) -> bytes | None:
        return unpad(inner, len(inner))

    def check_message_length(self, push: Push) -> None:
        if len(push.message) < 28:
            raise Failure("cannotOpen", "cut short")

    # 5

    def check_sender(self, push: Push) -> None:
        if not push.is_signed:
            if push.requires_signature:
                raise Failure("untrustedSender", "unsigned")
            return
        assert push.key is not None
        signed = self.signed_bytes(push, push.key)
        known = [
            signer
            for signer in push.store.signers
            if self.signer_id_matches(push, signer) and self.is_usable(signer.usable_until, push.now)
        ]
        for signer in known[: self.max_tries]:
            if verifies(signer.public_key, push.signature, signed):
                push.signer = signer.public_key
                return
        raise Failure("untrustedSender")

    def signer_id_matches(self, push: Push, signer: TrustedSigner) -> bool:
        return fingerprint(SIGNER, signer.public_key)[:8] == push.signer_id

    def signed_bytes(self, push: Push, key: OpeningKey) -> bytes:
        return LABEL_SIGNATURE + key.fingerprint + push.message

    # 6

    def read_payload(self, push: Push) -> None:
        try:
            members = self.json_object(push.payload)
        except NotJSON as error:
            raise Failure("cannotOpen", str(error)) from error
        self.check_reserved(members)

    def check_reserved(self, members: dict[str, Any]) -> None:
        if not isinstance(members.get("sealedpush", {}), dict):
            raise Failure("cannotOpen", "the reserved member")

    # 7

    def check_time(self, push: Push) -> None:
        push.clock_unset = self.is_clock_unset(push.now)
        if push.clock_unset:
            return
        if push.sent_at > push.now + self.margin:
            raise Failure("stale", "from the future")
        if push.sent_at + self.life(push.time_to_live) < max(0, push.now - self.margin):
            raise Failure("stale", "expired")

    def is_clock_unset(self, now: int) -> bool:
        return now < CLOCK_IS_SET_FROM

    def life(self, time_to_live: int) -> int:
        return min(time_to_live or MONTH_SECONDS, MONTH_SECONDS) * 1000

    # 8

    def check_seen(self, push: Push) -> None:
        seen = push.store.seen_list(self.seen_owner(push))
        name = self.seen_name(push)
        if name in seen.entries:
            raise Failure("duplicate")
        self.check_floor(push, seen)
        if len(seen.entries) >= seen.capacity:
            self.drop_one(seen)
        seen.entries[name] = push.sent_at

    def seen_owner(self, push: Push) -> bytes:
        return push.signer or UNSIGNED

    def seen_name(self, push: Push) -> bytes:
        return push.id

    def check_floor(self, push: Push, seen: SeenList) -> None:
        if push.sent_at <= seen.floor:
            raise Failure("stale", "older than what the full list remembers")

    def drop_one(self, seen: SeenList) -> None:
        """A floor never falls: otherwise a late arrival, dropped next, would open the way for a replay."""
        oldest = min(seen.entries, key=seen.entries.__getitem__)
        seen.floor = max(seen.floor, seen.entries.pop(oldest))


class Reference(CardRules, ExportRules, ReaderRules):
    """Every rule of the format; break one by subclassing."""


# MARK: The sender


@dataclass
class Recipient:
    """Who can open: a device's public key, or a shared key."""

    kind: int
    key: bytes

    @property
    def fingerprint(self) -> bytes:
        return fingerprint(self.kind, self.key)


def make_message(message_id: bytes, sent_at: int, time_to_live: int, payload: bytes) -> bytes:
    return message_id + sent_at.to_bytes(8, "big") + time_to_live.to_bytes(4, "big") + payload


def make_body(message: bytes, recipient: Recipient, signer_seed: bytes | None) -> bytes:
    if signer_seed is None:
        return b"\0" + message
    signer_id = fingerprint(SIGNER, public_twin(SIGNER, signer_seed))[:8]
    return b"\1" + signer_id + sign(signer_seed, LABEL_SIGNATURE + recipient.fingerprint + message) + message


def largest_inner(kind: int, characters: int) -> int:
    """How long inner may be if `encrypted-content` may have so many characters."""
    return min(characters, Reference.max_text) * 3 // 4 - (58 if kind == DEVICE else 50)


def pad(body: bytes, room: int, padding: str = "bucket") -> bytes:
    """`room` is the longest inner that fits; fails as tooLarge."""
    if len(body) + 1 > room:
        raise Failure("tooLarge")
    size = len(body) + 1
    if padding == "bucket":
        bucket = 256
        while bucket < size:
            bucket *= 2
        size = min(bucket, room)
    return sodium.sodium_pad(body, size)


def make_envelope(inner: bytes, recipient: Recipient, nonce: bytes) -> bytes:
    """`nonce` is 24 random bytes; mode 1 makes no use of it."""
    head = bytes([1, recipient.kind]) + recipient.fingerprint[:8]
    if recipient.kind == DEVICE:
        return head + sodium.crypto_box_seal(inner, recipient.key)
    head += nonce
    return head + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(inner, head, nonce, recipient.key)
