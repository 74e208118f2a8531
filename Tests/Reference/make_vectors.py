#!/usr/bin/env python3
"""Makes the vectors in outer/, sequences/, keys/ and cards/: `make_vectors.py [--all]`.

Everything is drawn from a generator seeded with the vector's own name, except the ephemeral keys inside
`crypto_box_seal`, which libsodium makes. A push sealed to a device therefore has other bytes in each run, and only files
that are missing are written unless `--all` is given.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Callable, Iterator

from nacl import bindings as sodium

import sealedpush_reference as sp
from check_vectors import VECTORS, unb64

Case = tuple[str, dict[str, Any]]

NOW = 1_780_000_000_000
MINUTE = 60_000
DOOR = b'{"aps":{"alert":{"title":"Door","body":"Front door opened"}}}'
PLACEHOLDER = b'{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}'

KEYS = json.loads((VECTORS / "envelope" / "ok-device-signed.json").read_text())["keys"]
COLLIDING = json.loads((VECTORS / "envelope" / "ok-key-id-shared-by-two-1.json").read_text())["keys"]["sharedKeys"]
DEVICE_SECRET, SHARED_KEY, SIGNER_SEED = (unb64(KEYS[n]) for n in ("deviceSecretKey", "sharedKey", "signerSeed"))
OLD_DEVICE_SECRET = sp.blake2b(b"an older device key", b"SealedPush vectors")
SECOND_SIGNER_SEED = sp.blake2b(b"a second signer", b"SealedPush vectors")
IDENTITY_SEED = sp.blake2b(b"an identity", b"SealedPush vectors")
OTHER_IDENTITY_SEED = sp.blake2b(b"another identity", b"SealedPush vectors")


def b64(data: bytes) -> str:
    return sp.base64url_encode(data)


def public(kind: int, secret: bytes) -> bytes:
    return sp.public_twin(kind, secret)


# MARK: Pushes


@dataclass
class Sealed:
    """One sealed push and what a reader finds in it."""

    content: str
    message: dict[str, Any]
    signer: str | None


def seal(
    random: Random,
    payload: bytes = DOOR,
    *,
    to: sp.OpeningKey = sp.OpeningKey(sp.DEVICE, DEVICE_SECRET),
    signer: bytes | None = None,
    message_id: bytes | None = None,
    sent_at: int = NOW - MINUTE,
    time_to_live: int = 86_400,
    body: bytes | None = None,
) -> Sealed:
    """`body` goes in as it is, in place of the one made from all the rest."""
    recipient = sp.Recipient(to.kind, to.public_key)
    message_id = message_id or random.randbytes(16)
    message = sp.make_message(message_id, sent_at, time_to_live, payload)
    if body is None:
        body = sp.make_body(message, recipient, signer)
    inner = sp.pad(body, sp.largest_inner(to.kind, sp.Reference.max_text))
    return Sealed(
        b64(sp.make_envelope(inner, recipient, random.randbytes(24))),
        {
            "id": message_id.hex(),
            "sentAtMilliseconds": sent_at,
            "timeToLiveSeconds": time_to_live,
            "payload": payload.decode("utf-8", "replace"),
        },
        b64(public(sp.SIGNER, signer)) if signer else None,
    )


SHARED = sp.OpeningKey(sp.SHARED, SHARED_KEY)
STRANGER_SEED = sp.blake2b(b"a stranger", b"SealedPush vectors")


# MARK: outer/


def outer_case(
    name: str,
    comment: str,
    expect: str,
    build: Callable[[bytes], bytes] = lambda sealed: PLACEHOLDER % sealed,
    payload: bytes = DOOR,
    now: int = NOW,
    require_signed: bool = False,
    **how: Any,
) -> Case:
    sealed = seal(Random(f"outer/{name}"), payload, **how)
    vector: dict[str, Any] = {
        "comment": comment,
        "expect": expect,
        "requireSigned": require_signed,
        "nowMilliseconds": now,
        "keys": KEYS,
        "outer": base64.b64encode(build(sealed.content.encode())).decode(),
    }
    if expect == "opened":
        vector |= {"message": sealed.message, "signer": sealed.signer}
    return f"outer/{name}", vector


def filled(sealed: bytes, size: int) -> bytes:
    """An outer payload of exactly `size` bytes."""
    head, tail = b'{"note":"', b'","encrypted-content":"' + sealed + b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


def members(count: int) -> bytes:
    return b",".join(b'"m%d":0' % number for number in range(count))


def outer_cases() -> Iterator[Case]:
    good = PLACEHOLDER
    field = b'"encrypted-content":"%s"'
    yield outer_case("ok-plain", "an outer payload as a sender makes it", "opened")
    yield outer_case("ok-signed", "the same, signed", "opened", signer=SIGNER_SEED)
    yield outer_case("ok-65536-bytes", "exactly as long as a reader reads", "opened", lambda s: filled(s, 65_536))
    yield outer_case(
        "ok-white-space",
        "CRLF, tabs and spaces wherever JSON allows them",
        "opened",
        lambda s: b'\r\n\t{ "aps" :\r\n\t{ "mutable-content" : 1 } ,\t"encrypted-content"\n:\r"' + s + b'" }\r\n\t ',
    )
    yield outer_case(
        "ok-name-escaped",
        "the member's name is spelled with an escape",
        "opened",
        lambda s: b'{"encrypted\\u002dcontent":"' + s + b'"}',
    )
    yield outer_case(
        "ok-value-escaped",
        "the value's first letter is spelled as an escape: it is a JSON string",
        "opened",
        lambda s: b'{"encrypted-content":"' + s.replace(b"A", b"\\u0041", 1) + b'"}',
    )
    yield outer_case(
        "ok-content-first", "members in another order", "opened", lambda s: b"{" + field % s + b',"aps":{}}'
    )
    yield outer_case("ok-no-aps", "nothing but the envelope", "opened", lambda s: b"{" + field % s + b"}")
    yield outer_case(
        "ok-1024-members", "1024 members in all", "opened", lambda s: b"{" + members(1023) + b"," + field % s + b"}"
    )
    yield outer_case(
        "ok-depth-32",
        "32 brackets open at once",
        "opened",
        lambda s: b'{"a":' + b"[" * 31 + b"]" * 31 + b"," + field % s + b"}",
    )
    yield outer_case(
        "ok-reserved-name-outside",
        "the name reserved in the inner payload is an ordinary one outside",
        "opened",
        lambda s: b'{"sealedpush":1,' + field % s + b"}",
    )
    yield outer_case(
        "ok-names-differ-by-normalisation",
        "two outer names, composed and decomposed: not the same code points, so not the same name",
        "opened",
        lambda s: '{"caf\u00e9":1,"cafe\u0301":2,'.encode() + field % s + b"}",
    )
    yield outer_case(
        "ok-surrogate-pair",
        "an escaped surrogate pair",
        "opened",
        lambda s: b'{"a":"\\ud83d\\udd14",' + field % s + b"}",
    )
    yield outer_case(
        "content-twice",
        "two encrypted-content members",
        "malformed",
        lambda s: b"{" + field % s + b"," + field % s + b"}",
    )
    yield outer_case(
        "content-twice-one-escaped",
        "two encrypted-content members, the first spelled with an escape",
        "malformed",
        lambda s: b'{"encrypted\\u002dcontent":"' + s + b'",' + field % s + b"}",
    )
    yield outer_case(
        "content-twice-first-null",
        "two encrypted-content members, the first of them null",
        "malformed",
        lambda s: b'{"encrypted-content":null,' + field % s + b"}",
    )
    yield outer_case(
        "content-other-case",
        "the name in capitals is another name",
        "notSealed",
        lambda s: b'{"Encrypted-Content":"' + s + b'"}',
    )
    yield outer_case(
        "content-nested",
        "encrypted-content inside aps only",
        "notSealed",
        lambda s: b'{"aps":{"mutable-content":1,' + field % s + b"}}",
    )
    yield outer_case("not-sealed", "an ordinary push", "notSealed", lambda s: b'{"aps":{"alert":"Hello"}}')
    yield outer_case("not-sealed-empty-object", "an object with nothing in it", "notSealed", lambda s: b"{}")
    yield outer_case("65537-bytes", "one byte more than a reader reads", "malformed", lambda s: filled(s, 65_537))
    yield outer_case(
        "65537-bytes-of-white-space",
        "one byte more than a reader reads, though it is but white space",
        "malformed",
        lambda s: good % s + b" " * (65_537 - len(good % s)),
    )
    yield outer_case("not-json", "the bare envelope", "malformed", lambda s: s)
    yield outer_case("empty", "no bytes at all", "malformed", lambda s: b"")
    yield outer_case("white-space-only", "nothing but white space", "malformed", lambda s: b" \r\n")
    yield outer_case("bom", "a byte order mark", "malformed", lambda s: b"\xef\xbb\xbf" + good % s)
    yield outer_case("utf-16", "UTF-16", "malformed", lambda s: (good % s).decode().encode("utf-16-le"))
    yield outer_case(
        "not-utf8", "a byte that UTF-8 does not have", "malformed", lambda s: b'{"a":"\xff",' + field % s + b"}"
    )
    yield outer_case("array", "an array around it", "malformed", lambda s: b"[" + good % s + b"]")
    yield outer_case("string", "a JSON string", "malformed", lambda s: b'"' + s + b'"')
    yield outer_case(
        "duplicate", "another member twice", "malformed", lambda s: b'{"aps":{},"aps":{},' + field % s + b"}"
    )
    yield outer_case(
        "duplicate-nested",
        "a member of aps twice",
        "malformed",
        lambda s: b'{"aps":{"badge":1,"badge":2},' + field % s + b"}",
    )
    yield outer_case(
        "duplicate-escaped",
        "a member of aps twice, once escaped",
        "malformed",
        lambda s: b'{"aps":{"badge":1,"b\\u0061dge":2},' + field % s + b"}",
    )
    yield outer_case(
        "depth-33",
        "33 brackets open at once",
        "malformed",
        lambda s: b'{"a":' + b"[" * 32 + b"]" * 32 + b"," + field % s + b"}",
    )
    yield outer_case(
        "1025-members", "1025 members", "malformed", lambda s: b"{" + members(1024) + b"," + field % s + b"}"
    )
    yield outer_case("junk-after", "a word after the object", "malformed", lambda s: good % s + b" true")
    yield outer_case("second-object", "two objects", "malformed", lambda s: good % s + good % s)
    yield outer_case("nul-after", "NUL after the object", "malformed", lambda s: good % s + b"\0")
    yield outer_case("cut", "the last bracket is missing", "malformed", lambda s: (good % s)[:-1])
    yield outer_case(
        "lone-surrogate",
        "an unpaired surrogate escape in the placeholder",
        "malformed",
        lambda s: b'{"aps":{"alert":"\\ud83d"},' + field % s + b"}",
    )
    yield outer_case(
        "control", "a line break inside a string", "malformed", lambda s: b'{"a":"x\ny",' + field % s + b"}"
    )
    yield outer_case("trailing-comma", "a comma too many", "malformed", lambda s: b"{" + field % s + b",}")
    yield outer_case("no-break-space", "U+00A0 is no JSON white space", "malformed", lambda s: b"\xc2\xa0" + good % s)
    yield from inner_cases()
    yield from order_cases()
    yield from time_cases()


def inner_cases() -> Iterator[Case]:
    def inner(name: str, comment: str, expect: str, payload: str | bytes) -> Case:
        data = payload if isinstance(payload, bytes) else payload.encode()
        return outer_case(f"inner-{name}", f"inner payload: {comment}", expect, payload=data)

    def many(count: int) -> str:
        return '{"a":[' + ",".join('{"b":[0]}' for _ in range(count)) + "]}"

    yield inner(
        "ok-names-differ-by-normalisation",
        "composed and decomposed names are two names",
        "opened",
        '{"caf\u00e9":1,"cafe\u0301":2}',
    )
    yield inner(
        "ok-names-differ-by-compatibility", "a ligature and its letters are two names", "opened", '{"\ufb01":1,"fi":2}'
    )
    yield inner("ok-names-differ-by-case", "a capital makes another name", "opened", '{"a":1,"A":2}')
    yield inner("ok-names-differ-by-nul", "an escaped NUL makes another name", "opened", '{"a":1,"a\\u0000":2}')
    yield inner("ok-one-name-in-two-objects", "one name in two objects", "opened", '{"a":{"b":1},"b":{"a":1}}')
    yield inner(
        "ok-numbers", "every shape of number", "opened", '{"n":[0,-0,0.0,-1.50,1E+2,1e-02,12345678901234567890]}'
    )
    yield inner("ok-delete", "U+007F is no control character to JSON", "opened", '{"a":"\x7f"}')
    yield inner("ok-bom-inside", "U+FEFF inside a string is a character", "opened", '{"a":"\ufeff"}')
    yield inner("ok-noncharacter", "U+FFFF and U+10FFFF are scalars", "opened", '{"a":"\uffff\U0010ffff\\uffff"}')
    yield inner("ok-escapes", "every escape", "opened", '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9\\uD83D\\uDE00"}')
    yield inner("ok-siblings", "many brackets, two at once", "opened", '{"a":[' + ",".join(["[]"] * 100) + "]}")
    yield inner("ok-1024-spread", "1024 members and elements over many containers", "opened", many(341))
    yield inner("1025-spread", "1025 and more members and elements over many containers", "cannotOpen", many(342))
    yield inner("ok-depth-32-mixed", "32 brackets of both kinds", "opened", '{"a":[' * 16 + "]}" * 16)
    yield inner("depth-33-objects", "33 objects open at once", "cannotOpen", '{"a":' * 32 + "{}" + "}" * 32)
    yield inner("duplicate-empty-name", "the empty name twice", "cannotOpen", '{"":1,"":2}')
    yield inner(
        "duplicate-surrogate-pair",
        "one emoji as a name twice, once as a surrogate pair",
        "cannotOpen",
        '{"\U0001f514":1,"\\ud83d\\udd14":2}',
    )
    yield inner("duplicate-in-array", "one name twice, in an object in an array", "cannotOpen", '{"a":[{"b":1,"b":1}]}')
    yield inner("duplicate-reserved", "the reserved member twice", "cannotOpen", '{"sealedpush":{},"sealedpush":{}}')
    yield inner("ok-reserved-empty", "the reserved member with nothing in it", "opened", '{"sealedpush":{}}')
    yield inner("ok-reserved-nested", "the reserved name deeper inside is data", "opened", '{"a":{"sealedpush":1}}')
    yield inner("reserved-null", "the reserved member is null", "cannotOpen", '{"sealedpush":null}')
    yield inner("reserved-array", "the reserved member is an array", "cannotOpen", '{"sealedpush":[]}')
    yield inner("reserved-escaped", "the reserved name with an escape", "cannotOpen", '{"se\\u0061ledpush":1}')
    for name, comment, text in (
        ("number-dot-end", "a number that ends with its dot", "1."),
        ("number-dot-start", "a number that starts with its dot", ".5"),
        ("number-exponent-empty", "an exponent without digits", "1e"),
        ("number-minus-alone", "a minus alone", "-"),
        ("number-minus-zeros", "a leading zero after a minus", "-01"),
        ("number-hex", "a hexadecimal number", "0x10"),
        ("number-other-digits", "Arabic-Indic digits", "\u0661"),
        ("literal-capital", "True", "True"),
        ("literal-cut", "tru", "tru"),
        ("literal-joined", "two literals without a comma", "nullnull"),
        ("escape-unknown", "an escape that JSON does not have", '"\\x41"'),
        ("escape-short", "an escape with three digits", '"\\u041"'),
        ("escape-not-hex", "an escape with a letter that is no digit", '"\\u00g1"'),
        ("escape-sign", "an escape with a sign among its digits", '"\\u+041"'),
        ("escape-capital", "a capital U", '"\\U0041"'),
        ("string-open", "a string without its end", '"abc'),
        ("string-tab", "an unescaped tab in a string", '"a\tb"'),
        ("string-nul", "an unescaped NUL in a string", '"a\0b"'),
        ("low-surrogate", "a low surrogate alone", '"\\udd14"'),
        ("high-surrogates", "two high surrogates", '"\\ud83d\\ud83d"'),
        ("surrogate-then-letter", "a high surrogate, then a letter", '"\\ud83dA"'),
        ("surrogate-then-escape", "a high surrogate, then another escape", '"\\ud83d\\n"'),
        ("array-comma-start", "an array that starts with a comma", "[,1]"),
        ("array-comma-end", "an array that ends with a comma", "[1,]"),
        ("brackets-crossed", "brackets that cross", "[{]}"),
        ("member-no-value", "an object member without a value", '{"b"}'),
        ("name-no-string", "a name that is no string", "{1:2}"),
        ("form-feed", "form feed is no JSON white space", "\f1"),
    ):
        yield inner(name, comment, "cannotOpen", '{"a":' + text + "}")
    yield inner("name-lone-surrogate", "an unpaired surrogate in a name", "cannotOpen", '{"\\ud83d":1}')
    yield inner("white-space-only", "white space only", "cannotOpen", "  ")
    yield inner("line-separator-around", "U+2028 is no JSON white space", "cannotOpen", "{}\u2028")


def order_cases() -> Iterator[Case]:
    short, signed_short = bytes(28), b"\1" + bytes(8 + 64 + 27)
    yield outer_case(
        "order-short-unsigned",
        "message cut short, and unsigned where a signature is required: the form is judged first",
        "cannotOpen",
        body=short,
        require_signed=True,
    )
    yield outer_case(
        "order-short-stranger", "message cut short under a signer nobody knows", "cannotOpen", body=signed_short
    )
    yield outer_case(
        "order-bad-json-unsigned",
        "bad JSON, and unsigned where a signature is required: the sender is judged first",
        "untrustedSender",
        payload=b"{",
        require_signed=True,
    )
    yield outer_case(
        "order-stale-unsigned",
        "long expired, and unsigned where a signature is required",
        "untrustedSender",
        sent_at=NOW - 90 * sp.DAY,
        require_signed=True,
    )
    yield outer_case(
        "order-reserved-stale",
        "the reserved member of another type, long expired",
        "cannotOpen",
        payload=b'{"sealedpush":1}',
        sent_at=NOW - 90 * sp.DAY,
    )


def time_cases() -> Iterator[Case]:
    year_2026 = sp.CLOCK_IS_SET_FROM
    far = year_2026 + 400 * sp.DAY
    month = 30 * sp.DAY
    yield outer_case(
        "time-clock-set-from-2026",
        "the first moment at which a clock counts as set",
        "stale",
        now=year_2026,
        sent_at=far,
    )
    yield outer_case(
        "time-ok-clock-before-2026",
        "a millisecond earlier the clock is no clock, and time is not judged",
        "opened",
        now=year_2026 - 1,
        sent_at=far,
    )
    yield outer_case(
        "time-ok-no-ttl",
        "no time to live means 30 days, and a day of margin",
        "opened",
        sent_at=NOW - month - sp.DAY,
        time_to_live=0,
    )
    yield outer_case(
        "time-no-ttl-1ms", "a millisecond more than that", "stale", sent_at=NOW - month - sp.DAY - 1, time_to_live=0
    )
    yield outer_case(
        "time-ok-long-ttl",
        "a longer time to live counts as 30 days",
        "opened",
        sent_at=NOW - month - sp.DAY,
        time_to_live=sp.MONTH_SECONDS + 1,
    )
    yield outer_case(
        "time-long-ttl-1ms",
        "a millisecond more than that",
        "stale",
        sent_at=NOW - month - sp.DAY - 1,
        time_to_live=sp.MONTH_SECONDS + 1,
    )
    yield outer_case("time-sum-overflows", "sent at + life is over 2^64", "stale", sent_at=2**64 - 1, time_to_live=1)
    yield outer_case(
        "time-ok-clock-unset-2e64",
        "the largest time there is, to a receiver without a clock",
        "opened",
        now=0,
        sent_at=2**64 - 1,
        time_to_live=2**32 - 1,
    )


# MARK: sequences/


class Sequence:
    """A store and what happens to it."""

    def __init__(self, name: str, comment: str, **store: Any) -> None:
        self.name, self.random = name, Random(f"sequences/{name}")
        self.vector: dict[str, Any] = {"comment": comment}
        if store.pop("allow_anonymous", False):
            self.vector["allowAnonymous"] = True
        keys = store.pop("keys", [(sp.DEVICE, DEVICE_SECRET, None), (sp.SHARED, SHARED_KEY, None)])
        signers = store.pop("signers", [])
        self.vector["store"] = {
            "openingKeys": [
                {
                    "kind": "device" if kind == sp.DEVICE else "shared",
                    "secret": b64(secret),
                    "created": NOW - 40 * sp.DAY + number,
                    "usableUntil": until,
                }
                for number, (kind, secret, until) in enumerate(keys)
            ],
            "retiredKeys": store.pop("retired", []),
            "trustedSigners": [
                {"publicKey": b64(public(sp.SIGNER, seed)), "name": name, "usableUntil": until}
                for seed, name, until in signers
            ],
            "requiresSignature": store.pop("requires", bool(signers)),
            "signerListCapacity": store.pop("signer_capacity", 100_000),
            "unsignedListCapacity": store.pop("unsigned_capacity", 10_000),
        }
        assert not store
        self.steps: list[dict[str, Any]] = []

    def push(self, **how: Any) -> Sealed:
        return seal(self.random, **how)

    def open(self, sealed: Sealed, expect: str = "opened", now: int = NOW, superseded: bool = False) -> Sequence:
        step: dict[str, Any] = {
            "do": "open",
            "nowMilliseconds": now,
            "payload": json.loads(PLACEHOLDER % sealed.content.encode()),
            "expect": expect,
        }
        if expect == "opened":
            step |= {"message": sealed.message, "signer": sealed.signer, "superseded": superseded}
        self.steps.append(step)
        return self

    def open_raw(self, content: Any, expect: str) -> Sequence:
        payload = {"aps": {"alert": "Hello"}} | ({} if content is None else {"encrypted-content": content})
        self.steps.append({"do": "open", "nowMilliseconds": NOW, "payload": payload, "expect": expect})
        return self

    def do(self, what: str, **details: str) -> Sequence:
        self.steps.append({"do": what, **details})
        return self

    def trust(self, seed: bytes, name: str) -> Sequence:
        return self.do("trustSigner", publicKey=b64(public(sp.SIGNER, seed)), name=name)

    def revoke(self, seed: bytes) -> Sequence:
        return self.do("revokeSigner", publicKey=b64(public(sp.SIGNER, seed)))

    def retire(self, kind: int, secret: bytes) -> Sequence:
        return self.do("retireKey", fingerprint=b64(sp.OpeningKey(kind, secret).fingerprint))

    @property
    def case(self) -> Case:
        return f"sequences/{self.name}", {**self.vector, "steps": self.steps}


DOOR_SIGNER = (SIGNER_SEED, "door", None)
CELLAR_SIGNER = (SECOND_SIGNER_SEED, "cellar", None)


def sequence_cases() -> Iterator[Case]:
    yield from seen_cases()
    yield from floor_cases()
    yield from trust_cases()
    yield from store_cases()


def seen_cases() -> Iterator[Case]:
    s = Sequence("duplicate", "the same push twice, then a third time much later")
    push = s.push()
    yield s.open(push).open(push, "duplicate").open(push, "duplicate", now=NOW + 20 * 60 * MINUTE).case

    s = Sequence("duplicate-signed", "the same signed push twice", signers=[DOOR_SIGNER])
    push = s.push(signer=SIGNER_SEED)
    yield s.open(push).open(push, "duplicate").case

    s = Sequence("duplicate-other-content", "one id over another text, sent later: the id is what counts")
    name = s.random.randbytes(16)
    later = s.push(message_id=name, payload=b'{"aps":{"alert":"Another text"}}', sent_at=NOW)
    yield s.open(s.push(message_id=name)).open(later, "duplicate").case

    s = Sequence("duplicate-two-keys-unsigned", "all unsigned pushes share one list, whatever key they were sealed to")
    name = s.random.randbytes(16)
    yield s.open(s.push(message_id=name)).open(s.push(message_id=name, to=SHARED), "duplicate").case

    s = Sequence("duplicate-two-keys-signed", "so do all pushes of one signer", signers=[DOOR_SIGNER])
    name = s.random.randbytes(16)
    s.open(s.push(message_id=name, signer=SIGNER_SEED))
    yield s.open(s.push(message_id=name, signer=SIGNER_SEED, to=SHARED), "duplicate").case

    s = Sequence(
        "ok-one-id-unsigned-and-signed",
        "nobody uses up a signer's id: the same id unsigned, then signed",
        signers=[DOOR_SIGNER],
        allow_anonymous=True,
    )
    name = s.random.randbytes(16)
    unsigned, signed = s.push(message_id=name), s.push(message_id=name, signer=SIGNER_SEED)
    yield s.open(unsigned).open(signed).open(unsigned, "duplicate").open(signed, "duplicate").case

    s = Sequence("ok-one-id-two-signers", "the same id by two signers", signers=[DOOR_SIGNER, CELLAR_SIGNER])
    name = s.random.randbytes(16)
    door, cellar = s.push(message_id=name, signer=SIGNER_SEED), s.push(message_id=name, signer=SECOND_SIGNER_SEED)
    yield s.open(door).open(cellar).open(door, "duplicate").open(cellar, "duplicate").case

    s = Sequence("ok-zero-id-twice", "an all-zero id is remembered like any other")
    push = s.push(message_id=bytes(16))
    yield s.open(push).open(push, "duplicate").open(s.push()).case

    s = Sequence("expired-after-seen", "a push seen and then expired is stale: time is judged first")
    push = s.push(time_to_live=60)
    yield s.open(push).open(push, "duplicate").open(push, "stale", now=NOW + sp.DAY + 1).case

    s = Sequence("signature-before-seen", "a push seen, unsigned, when signatures are required: judged before the id")
    push = s.push()
    yield s.open(push).open(push, "duplicate").trust(SIGNER_SEED, "door").open(push, "untrustedSender").case

    s = Sequence("clock-unset-duplicate", "a receiver without a clock still knows what it has seen")
    push = s.push()
    yield s.open(push, now=0).open(push, "duplicate", now=0).open(push, "duplicate").case

    s = Sequence(
        "failed-stale-not-recorded", "a push from the future is not remembered: it opens when its time has come"
    )
    push = s.push(sent_at=NOW + sp.DAY + 1)
    yield s.open(push, "stale").open(push, now=NOW + 1).open(push, "duplicate", now=NOW + 1).case

    s = Sequence("failed-untrusted-not-recorded", "a stranger's push is not remembered", signers=[DOOR_SIGNER])
    push = s.push(signer=SECOND_SIGNER_SEED)
    s.open(push, "untrustedSender").trust(SECOND_SIGNER_SEED, "cellar")
    yield s.open(push).open(push, "duplicate").case

    s = Sequence("failed-json-not-recorded", "a push with a bad payload does not use up its id")
    name = s.random.randbytes(16)
    s.open(s.push(message_id=name, payload=b'{"aps":'), "cannotOpen")
    yield s.open(s.push(message_id=name)).case

    s = Sequence("failed-unsigned-not-recorded", "a refused unsigned push leaves no trace", signers=[DOOR_SIGNER])
    name = s.random.randbytes(16)
    s.open(s.push(message_id=name), "untrustedSender")
    yield s.open(s.push(message_id=name, signer=SIGNER_SEED)).case


def floor_cases() -> Iterator[Case]:
    def at(minutes: int) -> int:
        return NOW - 600 * MINUTE + minutes * MINUTE

    s = Sequence("floor", "a full list drops its oldest push and refuses all that is not younger", unsigned_capacity=3)
    a, b, c, d = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30, 40))
    s.open(b).open(c).open(a).open(a, "duplicate").open(d)
    s.open(a, "stale").open(b, "duplicate").open(c, "duplicate").open(d, "duplicate")
    s.open(s.push(sent_at=at(9)), "stale").open(s.push(sent_at=at(10)), "stale")
    just_above = s.push(sent_at=at(10) + 1)
    yield s.open(just_above).open(just_above, "duplicate").open(b, "stale").case

    s = Sequence("floor-not-yet", "a list that is full but not over-full has no floor", unsigned_capacity=3)
    a, b, c = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30))
    s.open(a).open(b).open(c)
    yield s.open(a, "duplicate").open(b, "duplicate").open(c, "duplicate").case

    s = Sequence("floor-by-sent-at", "what is dropped was sent first, not opened first", unsigned_capacity=3)
    young, old, middle, last = (s.push(sent_at=at(minutes)) for minutes in (30, 10, 20, 40))
    s.open(young).open(old).open(middle).open(last)
    yield s.open(old, "stale").open(young, "duplicate").open(middle, "duplicate").open(last, "duplicate").case

    s = Sequence(
        "floor-late-arrival",
        "the oldest push of all comes last to a full list: one makes room for it, and it is remembered",
        unsigned_capacity=3,
    )
    a, b, c, late = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30, 5))
    s.open(a).open(b).open(c).open(late).open(late, "duplicate")
    yield s.open(a, "stale").open(b, "duplicate").open(c, "duplicate").case

    s = Sequence(
        "floor-never-falls",
        "a late arrival below the floor is dropped next; the floor stays, or what went before it would open again",
        unsigned_capacity=3,
    )
    a, b, c, late, d = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30, 5, 40))
    s.open(a).open(b).open(c).open(late).open(d)
    yield s.open(a, "stale").open(late, "stale").open(b, "duplicate").open(s.push(sent_at=at(7)), "stale").case

    s = Sequence(
        "floor-refused-makes-no-room", "a push that is refused drops nothing from a full list", unsigned_capacity=2
    )
    a, b, c = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30))
    s.open(a).open(b).open(c).open(a, "stale").open(c, "duplicate")
    yield s.open(s.push(sent_at=at(5)), "stale").open(b, "duplicate").open(c, "duplicate").case

    s = Sequence(
        "floor-flood-of-unsigned",
        "a flood of unsigned pushes hurts unsigned ones only",
        signers=[DOOR_SIGNER],
        allow_anonymous=True,
        unsigned_capacity=2,
    )
    signed, late = s.push(signer=SIGNER_SEED, sent_at=at(10)), s.push(signer=SIGNER_SEED, sent_at=at(5))
    s.open(signed)
    flood = [s.push(sent_at=at(20 + number)) for number in range(5)]
    for push in flood:
        s.open(push)
    s.open(flood[0], "stale").open(flood[4], "duplicate")
    yield s.open(signed, "duplicate").open(late).open(late, "duplicate").case

    s = Sequence(
        "floor-of-one-signer",
        "each signer has a list and a floor of its own",
        signers=[DOOR_SIGNER, CELLAR_SIGNER],
        signer_capacity=2,
    )
    door = [s.push(signer=SIGNER_SEED, sent_at=at(20 + number)) for number in range(3)]
    cellar = s.push(signer=SECOND_SIGNER_SEED, sent_at=at(10))
    for push in door:
        s.open(push)
    s.open(cellar).open(cellar, "duplicate").open(door[0], "stale")
    yield s.open(s.push(signer=SIGNER_SEED, sent_at=at(20)), "stale").open(door[1], "duplicate").case

    s = Sequence("floor-clock-unset", "the floor holds without a clock too", unsigned_capacity=2)
    a, b, c = (s.push(sent_at=at(minutes)) for minutes in (10, 20, 30))
    yield s.open(a, now=0).open(b, now=0).open(c, now=0).open(a, "stale", now=0).open(b, "duplicate", now=0).case

    s = Sequence("floor-ok-sent-at-zero", "no floor is not a floor of zero: a push sent in 1970 opens once")
    push = s.push(sent_at=0)
    yield s.open(push, now=0).open(push, "duplicate", now=0).case

    s = Sequence("floor-sent-at-zero", "a floor of zero is a floor", unsigned_capacity=1)
    push = s.push(sent_at=0)
    s.open(push, now=0).open(s.push(sent_at=1), now=0).open(push, "stale", now=0)
    yield s.open(s.push(sent_at=0), "stale", now=0).case


def trust_cases() -> Iterator[Case]:
    s = Sequence("unsigned-before-trust", "unsigned pushes open until a signer is trusted")
    s.open(s.push()).open(s.push(to=SHARED)).trust(SIGNER_SEED, "door").open(s.push(), "untrustedSender")
    yield s.open(s.push(to=SHARED), "untrustedSender").open(s.push(signer=SIGNER_SEED)).case

    s = Sequence(
        "last-signer-revoked",
        "when the last signer is revoked, signatures stay required",
        signers=[DOOR_SIGNER],
    )
    s.open(s.push(signer=SIGNER_SEED)).revoke(SIGNER_SEED)
    yield s.open(s.push(), "untrustedSender").open(s.push(signer=SIGNER_SEED), "untrustedSender").case

    s = Sequence("one-signer-revoked", "the other signer goes on", signers=[DOOR_SIGNER, CELLAR_SIGNER])
    s.revoke(SIGNER_SEED).open(s.push(signer=SIGNER_SEED), "untrustedSender")
    yield s.open(s.push(signer=SECOND_SIGNER_SEED)).open(s.push(), "untrustedSender").case

    s = Sequence(
        "required-and-nobody-trusted", "a store that once trusted someone and now trusts nobody", requires=True
    )
    yield s.open(s.push(), "untrustedSender").open(s.push(signer=SIGNER_SEED), "untrustedSender").case

    s = Sequence("signed-and-nobody-trusted", "an unsigned push opens, a stranger's does not")
    yield s.open(s.push()).open(s.push(signer=SIGNER_SEED), "untrustedSender").case

    s = Sequence(
        "anonymous-allowed",
        "where unsigned pushes are allowed, a stranger's signature is refused all the same",
        signers=[DOOR_SIGNER],
        allow_anonymous=True,
    )
    s.open(s.push()).open(s.push(signer=SIGNER_SEED))
    yield s.open(s.push(signer=SECOND_SIGNER_SEED), "untrustedSender").case

    until = NOW + 60 * MINUTE
    s = Sequence(
        "superseded-signer",
        "a superseded signing key is good until its grace ends",
        signers=[(SIGNER_SEED, "door", until), (SECOND_SIGNER_SEED, "door", None)],
    )
    old = [s.push(signer=SIGNER_SEED) for _ in range(4)]
    s.open(old[0]).open(old[1], now=until - 1)
    s.open(old[2], "untrustedSender", now=until).open(old[3], "untrustedSender", now=until + sp.HOUR)
    yield s.open(s.push(signer=SECOND_SIGNER_SEED), now=until).case

    s = Sequence(
        "superseded-signer-last",
        "when the only signing key's grace is over, signatures stay required",
        signers=[(SIGNER_SEED, "door", until)],
    )
    s.open(s.push(signer=SIGNER_SEED), "untrustedSender", now=until)
    yield s.open(s.push(), "untrustedSender", now=until).case


def retired(kind: int, secret: bytes) -> dict[str, str]:
    return {
        "kind": "device" if kind == sp.DEVICE else "shared",
        "fingerprint": b64(sp.OpeningKey(kind, secret).fingerprint),
    }


def store_cases() -> Iterator[Case]:
    old_device = sp.OpeningKey(sp.DEVICE, OLD_DEVICE_SECRET)
    until = NOW + 60 * MINUTE

    s = Sequence(
        "retired-key", "a key of which only the fingerprint is left", retired=[retired(sp.DEVICE, OLD_DEVICE_SECRET)]
    )
    yield s.open(s.push(to=old_device), "retiredKey").open(s.push()).case

    s = Sequence("unknown-key", "a key this store never had")
    yield s.open(s.push(to=old_device), "unknownKey").open(s.push()).case

    s = Sequence("retire-device-key", "a device key is retired between two pushes")
    first, second = s.push(), s.push()
    s.open(first).retire(sp.DEVICE, DEVICE_SECRET).open(second, "retiredKey").open(first, "retiredKey")
    yield s.open(s.push(to=SHARED)).case

    s = Sequence("retire-shared-key", "a shared key is revoked between two pushes")
    s.open(s.push(to=SHARED)).retire(sp.SHARED, SHARED_KEY).open(s.push(to=SHARED), "retiredKey")
    yield s.open(s.push()).case

    s = Sequence(
        "superseded-key",
        "a superseded key opens until its grace ends and is refused from that moment",
        keys=[(sp.DEVICE, OLD_DEVICE_SECRET, until), (sp.DEVICE, DEVICE_SECRET, None)],
    )
    old = [s.push(to=old_device) for _ in range(4)]
    s.open(old[0], superseded=True).open(old[1], now=until - 1, superseded=True)
    s.open(old[2], "retiredKey", now=until).open(old[3], "retiredKey", now=until + sp.HOUR)
    yield s.open(s.push(), now=until).case

    s = Sequence(
        "superseded-shared-key",
        "the same with shared keys",
        keys=[(sp.SHARED, OLD_DEVICE_SECRET, until), (sp.SHARED, SHARED_KEY, None)],
    )
    old = [s.push(to=sp.OpeningKey(sp.SHARED, OLD_DEVICE_SECRET)) for _ in range(3)]
    s.open(old[0], superseded=True).open(old[1], now=until - 1, superseded=True).open(old[2], "retiredKey", now=until)
    yield s.open(s.push(to=SHARED), now=until).case

    s = Sequence("locked", "a store that cannot be read before the first unlock")
    push = s.push()
    s.do("lock").open(push, "locked").open(push, "locked").do("unlock")
    yield s.open(push).open(push, "duplicate").case

    s = Sequence("locked-order", "what can be told without keys is told while locked, and nothing else")
    unknown, bad = s.push(to=old_device), s.push(payload=b"{")
    s.do("lock").open(unknown, "locked").open(bad, "locked").open(s.push(signer=SIGNER_SEED), "locked")
    s.open_raw(None, "notSealed").open_raw("", "malformed").open_raw("AQ", "malformed").open_raw(7, "malformed")
    s.open_raw("Ag", "unsupportedVersion").open_raw("AQM", "unsupportedVersion")
    s.open_raw(b64(b"\1\1" + bytes(56)), "malformed").open_raw(b64(b"\1\2" + bytes(48)), "malformed")
    s.open_raw(b64(b"\1\1" + bytes(57)), "locked").do("unlock")
    yield s.open(unknown, "unknownKey").open(bad, "cannotOpen").case

    s = Sequence("store-unavailable", "a store that is broken, then mended")
    push, unknown = s.push(), s.push(to=old_device)
    s.do("break").open(push, "storeUnavailable").open(unknown, "storeUnavailable")
    s.open_raw(None, "notSealed").open_raw("A", "malformed").open_raw("Ag", "unsupportedVersion").do("mend")
    yield s.open(push).open(unknown, "unknownKey").case

    one, other = (sp.OpeningKey(sp.SHARED, unb64(key)) for key in COLLIDING)
    s = Sequence(
        "colliding-keys",
        "two shared keys with one key id; one is retired and the other goes on",
        keys=[(sp.SHARED, one.secret, None), (sp.SHARED, other.secret, None)],
    )
    s.open(s.push(to=one)).open(s.push(to=other)).retire(sp.SHARED, one.secret).open(s.push(to=other))
    s.open(s.push(to=one), "cannotOpen").retire(sp.SHARED, other.secret)
    yield s.open(s.push(to=one), "retiredKey").open(s.push(to=other), "retiredKey").case

    s = Sequence(
        "colliding-keys-superseded",
        "two shared keys with one key id; the grace of one ends",
        keys=[(sp.SHARED, one.secret, until), (sp.SHARED, other.secret, None)],
    )
    s.open(s.push(to=one), superseded=True).open(s.push(to=other))
    yield s.open(s.push(to=one), "cannotOpen", now=until).open(s.push(to=other), now=until).case

    s = Sequence(
        "colliding-retired",
        "a retired key has the id of one in use: what the one in use cannot open is not the retired key's to explain",
        keys=[(sp.SHARED, other.secret, None)],
        retired=[retired(sp.SHARED, one.secret)],
    )
    yield s.open(s.push(to=one), "cannotOpen").open(s.push(to=other)).case


# MARK: keys/

KEY_SECRETS = {
    "device-secret": DEVICE_SECRET,
    "signer-secret": SIGNER_SEED,
    "identity-secret": IDENTITY_SEED,
    "shared-secret": SHARED_KEY,
}
GOOD_KEYS = KEY_SECRETS | {
    "device": public(sp.DEVICE, DEVICE_SECRET),
    "signer": public(sp.SIGNER, SIGNER_SEED),
    "identity": public(sp.IDENTITY, IDENTITY_SEED),
}

# The points of low order on Curve25519 and its twist, as little-endian numbers below p.
LOW_ORDER_X25519 = {
    "zero": 0,
    "one": 1,
    "order-8-a": 325606250916557431795983626356110631294008115727848805560023387167927233504,
    "order-8-b": 39382357235489614581723060781553021112529911719440698176882885853963445705823,
    "minus-one": sp.P25519 - 1,
}
OUT_OF_RANGE_X25519 = {
    "p": ("the number p itself", sp.P25519),
    "p-plus-1": ("p + 1", sp.P25519 + 1),
    "p-plus-9": ("the base point, spelled as p + 9", sp.P25519 + 9),
    "2e255-1": ("the largest number of 255 bits", 2**255 - 1),
    "top-bit": ("a good key with the top bit set", int.from_bytes(GOOD_KEYS["device"], "little") | 2**255),
}
SMALL_ORDER_ED25519 = {
    "order-1": "0100000000000000000000000000000000000000000000000000000000000000",
    "order-2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order-4-a": "0000000000000000000000000000000000000000000000000000000000000000",
    "order-4-b": "0000000000000000000000000000000000000000000000000000000000000080",
    "order-8-a": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order-8-b": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order-8-c": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order-8-d": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}
NON_CANONICAL_ED25519 = {
    "zero-as-p": sp.P25519,
    "one-as-p-plus-1": sp.P25519 + 1,
    "one-with-sign": 1 | 2**255,
}


def key_case(name: str, comment: str, kind: str, text: str, expect: str, **facts: str) -> Case:
    vector = {"comment": comment, "operation": "keyText", "kind": kind, "text": text, "expect": expect}
    return f"keys/{name}", vector | facts


def good_key_case(wanted: str, name: str, comment: str, key: bytes) -> Case:
    kind, is_secret = sp.KINDS[wanted]
    twin = public(kind, key) if is_secret else key
    digest = sp.fingerprint(kind, twin)
    facts = {"bytes": b64(key), "fingerprint": b64(digest), "id": digest[:8].hex()}
    if not is_secret:
        facts["verifyNumber"] = sp.verify_number(digest)
    elif kind != sp.SHARED:
        facts["publicText"] = sp.key_text(wanted.removesuffix("-secret"), twin)
    return key_case(name, comment, wanted, sp.key_text(wanted, key), "ok", **facts)


def typo(text: str, at: int) -> str:
    """`text` with one other letter of the alphabet at `at`."""
    return text[:at] + ("B" if text[at] == "A" else "A") + text[at + 1 :]


def key_cases() -> Iterator[Case]:
    for kind, key in GOOD_KEYS.items():
        text = sp.key_text(kind, key)
        yield good_key_case(kind, f"ok-{kind}", f"a good key of KIND {kind}", key)
        yield key_case(f"typo-{kind}", "one wrong letter", kind, typo(text, len(text) - 20), "malformed")
    for kind, key in KEY_SECRETS.items():
        zero = bytes(32)
        yield good_key_case(kind, f"ok-{kind}-zero", "a secret of zeros is a secret", zero)
    yield good_key_case(
        "device", "ok-device-2", "the smallest number that is a usable device key", (2).to_bytes(32, "little")
    )
    yield from key_spelling_cases()
    yield from key_kind_cases()
    yield from key_point_cases()


def key_spelling_cases() -> Iterator[Case]:
    key = GOOD_KEYS["device"]
    text = sp.key_text("device", key)
    prefix, body = text[: len("sealedpush:device:")], text[len("sealedpush:device:") :]
    data = unb64(body)
    # A key whose text has both characters in which the alphabets differ.
    random = Random("keys/standard-alphabet")
    while not {"-", "_"} <= set(sp.key_text("shared-secret", secret := random.randbytes(32))[25:]):
        pass
    standard = sp.key_text("shared-secret", secret)
    for name, comment, spelled in (
        ("typo-first", "the first letter is wrong", typo(text, len(prefix))),
        ("typo-last", "the last letter is wrong: it belongs to the checksum", typo(text, len(text) - 1)),
        ("letters-swapped", "two letters changed places", text[:30] + text[31] + text[30] + text[32:]),
        ("cut", "one letter short", text[:-1]),
        ("too-long", "one letter too many", text + "A"),
        ("too-long-by-four", "three bytes too many", prefix + b64(data + bytes(3))),
        ("no-checksum", "the 32 bytes alone", prefix + b64(key)),
        ("padded", "padding at the end", text + "=="),
        ("space-inside", "a space inside", text[:30] + " " + text[30:]),
        ("space-before", "a space in front", " " + text),
        ("newline-after", "a line break at the end", text + "\n"),
        ("nothing-after-kind", "the prefix alone", prefix),
        ("empty", "no text", ""),
        ("prefix-upper-case", "the prefix in capitals", text.replace("sealedpush:device:", "SEALEDPUSH:DEVICE:")),
        ("kind-upper-case", "KIND with a capital", text.replace(":device:", ":Device:")),
        ("prefix-missing", "no prefix", body),
        ("prefix-other", "another project's prefix", text.replace("sealedpush:", "age:")),
        ("kind-unknown", "a KIND that does not exist", text.replace(":device:", ":server:")),
        ("kind-shared", "there is no public KIND of a shared key", text.replace(":device:", ":shared:")),
        ("kind-card", "a card is no key", text.replace(":device:", ":card:")),
        ("hex", "64 hex digits", key.hex()),
        ("base64", "raw base64 of the 32 bytes", base64.b64encode(key).decode()),
        ("not-ascii", "a letter that only looks like one", text[:30] + "\u0410" + text[31:]),
    ):
        yield key_case(f"spelling-{name}", comment, "device", spelled, "malformed")
    yield key_case(
        "spelling-standard-alphabet",
        "the standard alphabet",
        "shared-secret",
        standard[:25] + standard[25:].replace("-", "+").replace("_", "/"),
        "malformed",
    )
    wrong_label = sp.blake2b(b"device\0" + key, b"SealedPush v1 key id")[:4]
    unkeyed = sp.blake2b(b"device\0" + key, b"")[:4]
    no_kind = sp.blake2b(key, sp.LABEL_KEY_TEXT)[:4]
    no_zero = sp.blake2b(b"device" + key, sp.LABEL_KEY_TEXT)[:4]
    for name, comment, checksum in (
        ("wrong-label", "a checksum under another label", wrong_label),
        ("no-label", "a checksum without a label", unkeyed),
        ("no-kind", "a checksum that leaves KIND out", no_kind),
        ("no-separator", "a checksum without the zero between KIND and key", no_zero),
        ("zero", "a checksum of zeros", bytes(4)),
        ("last-bytes", "the last four bytes of the hash", sp.blake2b(b"device\0" + key, sp.LABEL_KEY_TEXT)[-4:]),
    ):
        yield key_case(f"checksum-{name}", comment, "device", prefix + b64(key + checksum), "malformed")


def key_kind_cases() -> Iterator[Case]:
    for wanted, given in (
        ("device", "signer"),
        ("device", "identity"),
        ("device", "device-secret"),
        ("signer", "identity"),
        ("signer", "device"),
        ("signer", "signer-secret"),
        ("identity", "signer"),
        ("identity-secret", "signer-secret"),
        ("signer-secret", "identity-secret"),
        ("device-secret", "shared-secret"),
        ("device-secret", "device"),
        ("shared-secret", "device-secret"),
    ):
        text = sp.key_text(given, GOOD_KEYS[given])
        yield key_case(
            f"kind-{given}-for-{wanted}", f"a good {given} where {wanted} is wanted", wanted, text, "wrongKind"
        )
        relabelled = text.replace(f":{given}:", f":{wanted}:")
        yield key_case(
            f"kind-{given}-relabelled-{wanted}",
            f"a {given} whose prefix says {wanted}",
            wanted,
            relabelled,
            "malformed",
        )
    yield key_case(
        "kind-typo-in-other-kind",
        "a typing mistake in a key of another KIND: the mistake is named first",
        "device",
        typo(sp.key_text("signer", GOOD_KEYS["signer"]), 30),
        "malformed",
    )


def key_point_cases() -> Iterator[Case]:
    def unusable(name: str, comment: str, kind: str, key: bytes) -> Case:
        return key_case(f"unusable-{kind}-{name}", comment, kind, sp.key_text(kind, key), "unusableKey")

    for name, number in LOW_ORDER_X25519.items():
        yield unusable(f"low-order-{name}", "a point of low order", "device", number.to_bytes(32, "little"))
    for name, (comment, number) in OUT_OF_RANGE_X25519.items():
        yield unusable(f"range-{name}", comment, "device", number.to_bytes(32, "little"))
    for kind in ("signer", "identity"):
        for name, digits in SMALL_ORDER_ED25519.items():
            yield unusable(name, "a point of small order", kind, bytes.fromhex(digits))
        for name, number in NON_CANONICAL_ED25519.items():
            yield unusable(
                f"not-canonical-{name}",
                "a point of small order, spelled another way",
                kind,
                number.to_bytes(32, "little"),
            )
        for order in ("order-2", "order-4-a", "order-8-a"):
            mixed = sodium.crypto_core_ed25519_add(GOOD_KEYS[kind], bytes.fromhex(SMALL_ORDER_ED25519[order]))
            yield unusable(f"mixed-{order}", f"a good key plus a point of small order ({order})", kind, mixed)
        yield unusable("off-curve", "no point of the curve", kind, (2).to_bytes(32, "little"))


# MARK: keys/, exports

KEY_FILE = (
    "# created 2026-05-28T20:26:40Z\n"
    + f"# public key {sp.key_text('device', GOOD_KEYS['device'])}\n"
    + sp.key_text("identity-secret", IDENTITY_SEED)
    + "\n"
    + sp.key_text("device-secret", DEVICE_SECRET)
    + "\n"
)
EIGHT_MIB = 8 * 1024


def export_case(
    name: str,
    comment: str,
    expect: str = "ok",
    *,
    given: bytes = b"correct horse",
    used: bytes = b"correct horse",
    cost: tuple[int, int] = (1, EIGHT_MIB),
    header: dict[str, int] | None = None,
    key_file: str = KEY_FILE,
    change: Callable[[str], str] = lambda wrapped: wrapped,
) -> Case:
    """`given` stands in the passphrase file, `used` wraps; `header` changes what the header says, `change` the text."""
    random = Random(f"keys/export-{name}")
    salt, nonce = random.randbytes(16), random.randbytes(24)
    operations, memory = cost
    key = sp.argon2id(used, salt, operations, memory)
    said = {"operations": operations, "memory_kib": memory} | (header or {})
    wrapped = sp.wrap_export(key_file, key, sp.export_header(salt=salt, **said), nonce)
    vector = {
        "comment": comment,
        "operation": "export",
        "passphrase": b64(given),
        "wrapped": change(wrapped),
        "expect": expect,
    }
    return f"keys/export-{name}", vector | ({"keyFile": key_file} if expect == "ok" else {})


def reencode(change: Callable[[bytes], bytes]) -> Callable[[str], str]:
    prefix = "sealedpush:wrapped:"
    return lambda wrapped: prefix + b64(change(unb64(wrapped[len(prefix) :])))


def flip(at: int) -> Callable[[str], str]:
    def change(data: bytes) -> bytes:
        flipped = bytearray(data)
        flipped[at] ^= 1
        return bytes(flipped)

    return reencode(change)


def export_cases() -> Iterator[Case]:
    yield export_case("ok-default", "the default cost: 3 passes over 64 MiB", cost=(3, 65_536))
    yield export_case("ok-cheapest", "the lowest cost that is accepted: 1 pass over 8 MiB")
    yield export_case("ok-16-passes", "the most passes that are accepted", cost=(16, EIGHT_MIB))
    yield export_case("ok-memory-odd", "a memory size that is no power of two", cost=(1, EIGHT_MIB + 1))
    yield export_case("ok-lf", "one final LF is not part of the passphrase", given=b"correct horse\n")
    yield export_case("ok-crlf", "one final CRLF is not part of the passphrase", given=b"correct horse\r\n")
    yield export_case("ok-two-lf", "only one is removed", given=b"correct horse\n\n", used=b"correct horse\n")
    yield export_case("ok-cr", "a final CR alone is part of it", given=b"correct horse\r", used=b"correct horse\r")
    yield export_case("ok-lf-cr", "and so is a CR after an LF", given=b"a\n\r", used=b"a\n\r")
    yield export_case("ok-cr-crlf", "only the CRLF is removed", given=b"a\r\r\n", used=b"a\r")
    yield export_case("ok-spaces", "spaces inside and outside are part of it", given=b" a  b \n", used=b" a  b ")
    unicode = "gr\u00fcne \u0442\u0440\u0430\u0432\u0430 \U0001f33f".encode()
    yield export_case("ok-unicode", "letters beyond ASCII, as the bytes they are", given=unicode + b"\n", used=unicode)
    yield export_case("ok-not-utf8", "bytes that are no text at all", given=b"\xff\xfe\x01", used=b"\xff\xfe\x01")
    yield export_case("ok-1024-bytes", "the longest passphrase", given=b"x" * 1024 + b"\n", used=b"x" * 1024)
    yield export_case("ok-padding-block", "a key file of exactly one padding block", key_file="#" * 511 + "\n")
    long_file = "".join(f"# {number:04} {'.' * 72}\n" for number in range(600)) + KEY_FILE
    yield export_case("ok-long", "a key file near the limit of a line", key_file=long_file)
    yield export_case("too-long", "a line over 64 KiB", "malformed", key_file=long_file + "# and more\n" * 200)
    yield export_case(
        "not-normalised",
        "the same word with a combining accent is another passphrase",
        "wrongPassphrase",
        given="cafe\u0301".encode(),
        used="caf\u00e9".encode(),
    )
    wrong = "wrongPassphrase"
    yield export_case("wrong-passphrase", "another passphrase", wrong, given=b"correct horsf")
    yield export_case("wrong-case", "a capital letter", wrong, given=b"Correct horse")
    yield export_case(
        "flip-ciphertext", "a damaged export cannot be told from a wrong passphrase", wrong, change=flip(60)
    )
    yield export_case("flip-tag", "the last bit flipped", wrong, change=flip(-1))
    yield export_case("flip-nonce", "a bit of the nonce flipped", wrong, change=flip(26))
    yield export_case("flip-salt", "a bit of the salt flipped", wrong, change=flip(10))
    yield export_case("header-cost-changed", "the header names another cost", wrong, header={"operations": 2})
    for name, comment, header in (
        ("ops-0", "no pass at all", {"operations": 0}),
        ("ops-17", "one pass too many", {"operations": 17}),
        ("ops-largest", "as many passes as the field can say", {"operations": 2**32 - 1}),
        ("memory-0", "no memory at all", {"memory_kib": 0}),
        ("memory-below-8-mib", "1 KiB under 8 MiB", {"memory_kib": EIGHT_MIB - 1}),
        ("memory-above-1-gib", "1 KiB over 1 GiB", {"memory_kib": 1024 * 1024 + 1}),
        ("memory-largest", "as much memory as the field can say", {"memory_kib": 2**32 - 1}),
        ("algorithm-1", "Argon2i", {"algorithm": 1}),
        ("algorithm-3", "an algorithm that does not exist", {"algorithm": 3}),
        ("version-0", "version 0", {"version": 0}),
        ("version-2", "another version", {"version": 2}),
    ):
        yield export_case(name, comment, "unsupported", header=header)
    malformed = "malformed"
    yield export_case("cut-in-header", "cut inside the header", malformed, change=reencode(lambda data: data[:20]))
    yield export_case("cut-in-nonce", "cut inside the nonce", malformed, change=reencode(lambda data: data[:49]))
    yield export_case("cut-in-tag", "cut inside the tag", malformed, change=reencode(lambda data: data[:65]))
    yield export_case("empty", "the prefix alone", malformed, change=lambda wrapped: "sealedpush:wrapped:")
    yield export_case(
        "base64-space", "a space inside", malformed, change=lambda wrapped: wrapped[:50] + " " + wrapped[50:]
    )
    yield export_case(
        "base64-standard", "the standard alphabet", malformed, change=lambda wrapped: wrapped[:50] + "+/" + wrapped[52:]
    )
    yield export_case("base64-padded", "padding at the end", malformed, change=lambda wrapped: wrapped + "=")
    yield export_case(
        "prefix-other", "a wrong prefix", malformed, change=lambda wrapped: wrapped.replace("wrapped", "export", 1)
    )
    yield export_case(
        "prefix-missing", "no prefix", malformed, change=lambda wrapped: wrapped.removeprefix("sealedpush:wrapped:")
    )


# MARK: cards/

IDENTITY = sp.key_text("identity", GOOD_KEYS["identity"])
DEVICE_TEXT = sp.key_text("device", GOOD_KEYS["device"])
SIGNER_TEXT = sp.key_text("signer", GOOD_KEYS["signer"])
ABSENT: Any = object()


class Raw(str):
    """A value that goes into a card as it is spelled."""


def spell(value: Any) -> str:
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{spell(member)}" for name, member in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def card_json(**changes: Any) -> bytes:
    members: dict[str, Any] = {
        "v": 1,
        "kind": "device",
        "name": "My phone",
        "identity": IDENTITY,
        "key": DEVICE_TEXT,
        "serial": 1_780_000_000,
        "created": 1_780_000_000,
    } | changes
    return spell({name: value for name, value in members.items() if value is not ABSENT}).encode()


def raw_card(name: str, comment: str, expect: str, text: str, facts: dict[str, Any] | None = None) -> Case:
    return f"cards/{name}", {"comment": comment, "text": text, "expect": expect} | (facts or {})


def card_case(name: str, comment: str, expect: str = "ok", /, **changes: Any) -> Case:
    facts = {
        "kind": changes.get("kind", "device"),
        "name": changes.get("name", "My phone"),
        "identity": IDENTITY,
        "key": None if changes.get("key") is ABSENT else changes.get("key", DEVICE_TEXT),
        "serial": changes.get("serial", 1_780_000_000),
        "created": changes.get("created", 1_780_000_000),
        "grace": changes.get("grace"),
        "revoked": changes.get("revoked", False),
    }
    text = sp.card_text(IDENTITY_SEED, card_json(**changes))
    return raw_card(name, comment, expect, text, facts if expect == "ok" else None)


def card_cases() -> Iterator[Case]:
    yield from good_card_cases()
    yield from card_form_cases()
    yield from card_member_cases()
    yield from card_name_cases()


def good_card_cases() -> Iterator[Case]:
    apns = {"token": "00ff" * 16, "topic": "com.example.app", "environment": "production"}
    mqtt = {"url": "mqtts://broker.example:8883", "topic": "push/phone"}
    yield card_case("ok-device", "a device")
    yield card_case("ok-signer", "a signer", kind="signer", name="door", key=SIGNER_TEXT)
    yield card_case("ok-grace-0", "the previous key was compromised", grace=0)
    yield card_case("ok-grace-longest", "the longest grace", grace=2_592_000)
    yield card_case("ok-revoked", "an identity that is finished", key=ABSENT, revoked=True)
    yield card_case("ok-address-apns", "with an APNs address", address={"apns": apns})
    yield card_case("ok-address-mqtt", "with an MQTT address", address={"mqtt": mqtt})
    yield card_case("ok-address-both", "with both", address={"apns": apns, "mqtt": mqtt})
    yield card_case("ok-address-empty", "an address with nothing in it", address={})
    yield card_case("ok-address-unknown", "with an address of a kind not known yet", address={"later": {"url": 1}})
    yield card_case(
        "ok-address-at-sign",
        "an at sign in a path is no user info",
        address={"mqtt": mqtt | {"url": "wss://broker.example/a@b?c@d"}},
    )
    yield card_case("ok-unknown-members", "members that are not known yet", later={"a": [1, 2.5, None]}, V=2)
    yield card_case("ok-serial-1", "the lowest serial", serial=1)
    yield card_case("ok-serial-largest", "the highest serial", serial=2**53 - 1)
    yield card_case("ok-created-0", "created by a clock that was not set", created=0)
    spaced = card_json().replace(b",", b" ,\r\n\t").replace(b'":', b'" : ', 1)
    facts = card_case("", "")[1]
    facts = {name: facts[name] for name in ("kind", "name", "identity", "key", "serial", "created", "grace", "revoked")}
    yield raw_card(
        "ok-white-space",
        "white space in and around the JSON",
        "ok",
        sp.card_text(IDENTITY_SEED, b"\n " + spaced + b" \n"),
        facts,
    )
    escaped = card_json().replace(b'"kind":"device"', b'"k\\u0069nd":"d\\u0065vice"')
    yield raw_card(
        "ok-escapes", "names and values spelled with escapes", "ok", sp.card_text(IDENTITY_SEED, escaped), facts
    )
    shuffled = spell(dict(reversed(json.loads(card_json()).items()))).encode()
    yield raw_card("ok-order", "members in another order", "ok", sp.card_text(IDENTITY_SEED, shuffled), facts)
    for size, name in ((4096, "ok-4096-bytes"), (4097, "4097-bytes")):
        filler = "." * (size - 64 - len(card_json(later="")))
        comment = "exactly as long as a card may be" if size == 4096 else "one byte longer than a card may be"
        yield card_case(name, comment, "ok" if size == 4096 else "malformed", later=filler)


def card_form_cases() -> Iterator[Case]:
    prefix = "sealedpush:card:"
    good = sp.card_text(IDENTITY_SEED, card_json())
    data = unb64(good[len(prefix) :])

    def bad(name: str, comment: str, text: str, expect: str = "malformed") -> Case:
        return raw_card(name, comment, expect, text)

    def signed(json: bytes) -> str:
        return sp.card_text(IDENTITY_SEED, json)

    yield bad("form-prefix", "a wrong prefix", good.replace(":card:", ":device:"))
    yield bad("form-prefix-upper-case", "the prefix in capitals", good.replace(prefix, prefix.upper()))
    yield bad("form-prefix-missing", "no prefix", good[len(prefix) :])
    yield bad("form-empty", "the prefix alone", prefix)
    yield bad("form-signature-only", "nothing but a signature", prefix + b64(data[:64]))
    yield bad("form-signature-cut", "not even a signature", prefix + b64(data[:63]))
    # This text's length leaves bits over in its last letter.
    uneven = next(text for note in ("", "a", "ab") if len(text := signed(card_json(later=note))) % 4 != len(prefix) % 4)
    last = uneven[-1]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    yield bad(
        "base64-trailing-bits", "trailing bits that are not zero", uneven[:-1] + alphabet[alphabet.index(last) + 1]
    )
    yield bad("base64-padded", "padding at the end", uneven + "=" * (-len(uneven[len(prefix) :]) % 4))
    yield bad("base64-space", "a space inside", good[:60] + " " + good[60:])
    yield bad("base64-newline", "a line break inside", good[:76] + "\n" + good[76:])
    yield bad("base64-standard", "a letter of the standard alphabet", good[:60] + "+" + good[61:])
    yield bad("json-array", "an array", signed(b"[" + card_json() + b"]"))
    yield bad("json-cut", "JSON that is cut short", signed(card_json()[:-1]))
    yield bad("json-bom", "a byte order mark", signed(b"\xef\xbb\xbf" + card_json()))
    yield bad("json-not-utf8", "not UTF-8", signed(card_json().replace(b"My phone", b"My\xffphone")))
    yield bad("json-after", "something after the object", signed(card_json() + b"{}"))
    yield bad("json-duplicate", "a member twice", signed(card_json()[:-1] + b',"name":"My phone"}'))
    yield bad(
        "json-duplicate-escaped", "a member twice, once escaped", signed(card_json()[:-1] + b',"n\\u0061me":"x"}')
    )
    yield bad("json-duplicate-unknown", "an unknown member twice", signed(card_json()[:-1] + b',"later":1,"later":1}'))
    yield bad("json-deep", "33 brackets open at once", signed(card_json(later=Raw("[" * 32 + "]" * 32))))
    yield bad("json-many", "1025 members and elements", signed(card_json(later=Raw("[" + ",".join("0" * 1017) + "]"))))
    yield card_case("ok-json-many", "1024 members and elements", later=Raw("[" + ",".join("0" * 1016) + "]"))
    yield card_case("ok-json-deep", "32 brackets open at once", later=Raw("[" * 31 + "]" * 31))

    bad_signature = "badSignature"
    flipped = bytearray(data)
    flipped[40] ^= 1
    yield bad("signature-flipped", "one bit of the signature flipped", prefix + b64(bytes(flipped)), bad_signature)
    yield bad("signature-zero", "a signature of zeros", prefix + b64(bytes(64) + data[64:]), bad_signature)
    order = 2**252 + 27742317777372353535851937790883648493
    s_plus_l = (int.from_bytes(data[32:64], "little") + order).to_bytes(32, "little")
    yield bad(
        "signature-s-plus-l",
        "the same signature with S + L",
        prefix + b64(data[:32] + s_plus_l + data[64:]),
        bad_signature,
    )
    changed = card_json(name="My phony")
    yield bad(
        "signature-other-json", "one letter of the JSON changed", prefix + b64(data[:64] + changed), bad_signature
    )
    yield bad("signature-white-space", "a space added after signing", prefix + b64(data + b" "), bad_signature)
    yield bad(
        "signature-other-identity",
        "signed by another identity than it names",
        sp.card_text(OTHER_IDENTITY_SEED, card_json()),
        bad_signature,
    )
    yield bad(
        "signature-by-key",
        "a signer's card signed with the key it introduces",
        sp.card_text(SIGNER_SEED, card_json(kind="signer", key=SIGNER_TEXT)),
        bad_signature,
    )
    yield bad(
        "signature-no-label", "signed without the label", sp.card_text(IDENTITY_SEED, card_json(), b""), bad_signature
    )
    yield bad(
        "signature-message-label",
        "signed under the label of messages",
        sp.card_text(IDENTITY_SEED, card_json(), sp.LABEL_SIGNATURE),
        bad_signature,
    )
    yield bad(
        "order-signature-before-version",
        "a bad signature over another version: the signature is judged first",
        sp.card_text(OTHER_IDENTITY_SEED, card_json(v=2)),
        bad_signature,
    )
    yield bad(
        "order-signature-before-members",
        "a bad signature over a bad name and serial",
        sp.card_text(OTHER_IDENTITY_SEED, card_json(name="", serial=0)),
        bad_signature,
    )
    yield bad(
        "order-json-before-signature",
        "a bad signature over bad JSON",
        sp.card_text(OTHER_IDENTITY_SEED, card_json()[:-1]),
    )
    yield bad(
        "order-identity-before-signature",
        "a bad signature, and no identity",
        sp.card_text(OTHER_IDENTITY_SEED, card_json(identity=ABSENT)),
    )


def card_member_cases() -> Iterator[Case]:
    bad = "malformed"
    for member in ("v", "kind", "name", "identity", "key", "serial", "created"):
        yield card_case(f"missing-{member}", f"no {member}", bad, **{member: ABSENT})
    for name, value in (("2", 2), ("0", 0), ("string", "1"), ("null", None), ("true", True), ("negative", -1)):
        yield card_case(f"version-{name}", f"v is {spell(value)}", "unsupported", v=value)
    yield card_case(
        "version-2-other-shape",
        "another version whose members mean other things",
        "unsupported",
        v=2,
        kind="group",
        name=ABSENT,
        key=ABSENT,
        serial="x",
    )
    for name, comment, text in (
        ("typo", "a typing mistake in identity", typo(IDENTITY, 40)),
        ("signer", "identity is a signer's text", SIGNER_TEXT),
        ("secret", "identity is a secret", sp.key_text("identity-secret", bytes(32))),
        ("unusable", "identity is a point of small order", sp.key_text("identity", b"\1" + bytes(31))),
        ("null", "identity is null", None),
    ):
        yield card_case(f"identity-{name}", comment, bad, identity=text)
    for name, comment, kind, value in (
        ("signer-for-device", "kind says device, key is a signer's", "device", SIGNER_TEXT),
        ("device-for-signer", "kind says signer, key is a device's", "signer", DEVICE_TEXT),
        ("identity-for-signer", "kind says signer, key is an identity's", "signer", IDENTITY),
        ("secret", "key is a secret", "device", sp.key_text("device-secret", bytes(32))),
        ("typo", "a typing mistake in key", "device", typo(DEVICE_TEXT, 40)),
        ("unusable", "key is a point of low order", "device", sp.key_text("device", bytes(32))),
        ("null", "key is null", "device", None),
        ("number", "key is a number", "device", 1),
    ):
        yield card_case(f"key-{name}", comment, bad, kind=kind, key=value)
    for name, value in (("shared", "shared"), ("upper-case", "Device"), ("empty", ""), ("null", None)):
        yield card_case(f"kind-{name}", f"kind is {spell(value)}", bad, kind=value)
    for member, values in (
        ("serial", (0, -1, 2**53, Raw("1.0"), Raw("1e3"), "1", None, Raw("1" + "0" * 400))),
        ("created", (-1, Raw("1780000000.5"), Raw("1.78e9"), "1780000000", None)),
        ("grace", (2_592_001, -1, Raw("0.0"), "0", None)),
    ):
        for number, value in enumerate(values, 1):
            spelled = spell(value)
            comment = f"{member} is {spelled if len(spelled) < 30 else spelled[:10] + '…'}"
            yield card_case(f"{member}-bad-{number}", comment, bad, **{member: value})
    yield card_case("revoked-false", "revoked is false", bad, revoked=False)
    yield card_case("revoked-false-no-key", "revoked is false and there is no key", bad, key=ABSENT, revoked=False)
    yield card_case("revoked-1", "revoked is 1", bad, key=ABSENT, revoked=1)
    yield card_case("revoked-string", "revoked is a string", bad, key=ABSENT, revoked="true")
    yield card_case("revoked-with-key", "revoked, and a key", bad, revoked=True)
    yield card_case("address-string", "address is a string", bad, address="mqtts://broker.example")
    yield card_case("address-array", "address is an array", bad, address=[])
    for name, url in (
        ("user", "mqtts://me@broker.example/"),
        ("password", "mqtts://me:secret@broker.example:8883"),
        ("empty", "mqtts://@broker.example"),
    ):
        address = {"mqtt": {"url": url, "topic": "push"}}
        yield card_case(f"address-user-info-{name}", "user info in a URL", bad, address=address)


def card_name_cases() -> Iterator[Case]:
    value: Any
    for name, comment, value in (
        ("one", "a name of one character", "x"),
        ("64-scalars", "a name of 64 scalars", "x" * 64),
        ("256-bytes", "64 scalars of 4 bytes each", "\U0001f514" * 64),
        ("unicode", "letters beyond ASCII", "T\u00fcr \u0434\u0432\u0435\u0440\u044c \u0628\u0627\u0628 \u6249"),
        ("combining", "a combining accent is kept as it is", "cafe\u0301"),
        ("inner-spaces", "spaces inside", "a  b\u00a0c"),
        ("markup", "text that looks like markup", '<b>"A" & \\</b>'),
    ):
        yield card_case(f"name-ok-{name}", comment, name=value)
    for name, comment, value in (
        ("empty", "no name", ""),
        ("65-scalars", "65 scalars", "x" * 65),
        ("65-scalars-composed", "65 scalars that read as fewer characters", "x" + "e\u0301" * 32),
        ("control", "a control character", "a\u0007b"),
        ("newline", "a line break", "a\nb"),
        ("nul", "NUL", "a\0b"),
        ("delete", "U+007F", "a\x7fb"),
        ("c1-control", "U+0085", "a\u0085b"),
        ("right-to-left-override", "U+202E turns what follows around", "a\u202egpj.exe"),
        ("isolate", "U+2066, a directional isolate", "a\u2066b"),
        ("zero-width-space", "U+200B", "a\u200bb"),
        ("zero-width-joiner", "U+200D, in an emoji of a family too", "\U0001f468\u200d\U0001f469"),
        ("soft-hyphen", "U+00AD", "a\u00adb"),
        ("bom", "U+FEFF", "\ufeffa"),
        ("tag", "U+E0041, an invisible tag", "a\U000e0041b"),
        ("line-separator", "U+2028", "a\u2028b"),
        ("paragraph-separator", "U+2029", "a\u2029b"),
        ("private-use", "U+E000", "a\ue000b"),
        ("private-use-plane-16", "U+10FFFD", "a\U0010fffdb"),
        ("space-before", "a space in front", " a"),
        ("space-after", "a space at the end", "a "),
        ("no-break-space-before", "U+00A0 in front", "\u00a0a"),
        ("ideographic-space-after", "U+3000 at the end", "a\u3000"),
        ("space-only", "a space alone", " "),
        ("number", "a number", 1),
        ("null", "null", None),
    ):
        yield card_case(f"name-{name}", f"name: {comment}", "malformed", name=value)


def main() -> None:
    every = "--all" in sys.argv[1:]
    cases = [*outer_cases(), *sequence_cases(), *key_cases(), *export_cases(), *card_cases()]
    names = [name for name, _ in cases]
    assert len(set(names)) == len(names), "two vectors with one name"
    written = 0
    for name, vector in cases:
        file = VECTORS / f"{name}.json"
        if every or not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(vector, indent=1) + "\n")
            written += 1
    made = set(names)
    folders = {name.split("/")[0] for name in made}
    for file in sorted(file for folder in folders for file in (VECTORS / folder).glob("*.json")):
        if f"{file.parent.name}/{file.stem}" not in made:
            print(f"{file.parent.name}/{file.name}: nothing makes it any more")
    print(f"{written} of {len(cases)} vectors written")


if __name__ == "__main__":
    main()
