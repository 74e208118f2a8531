#!/usr/bin/env python3
"""The reference on the other end of the product's tests.

    crosscheck.py seal N SEED DIR       N sealed pushes for the product to open: DIR/0000.json … and the keys to do it with
    crosscheck.py contents N SEED DIR   N payloads for the product to seal: DIR/0000.apns …
    crosscheck.py open DIR              opens DIR/0000.sealed … and compares each with its DIR/0000.apns, token for token

Keys stand in DIR/device.key, DIR/shared.key and DIR/signer.txt.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import time
from pathlib import Path
from random import Random

import sealedpush_reference as sp

PLACEHOLDER = '{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}'
TOKEN = re.compile(f"{sp.Reference.string.pattern}|{sp.Reference.number.pattern}|true|false|null|[][{{}}:,]")
RESERVED = {"sealedpush", "Simulator Target Bundle"}
LARGEST_CONTENT = 2_400  # bytes: leaves room for a signature, padding and a placeholder within 4,096

LETTERS = [
    *"abc XYZ019_-./+~'<>&%{}[]:,",
    *"\u00e9\u00df\u0434\u0416\u03bb\u4e2d\u3042\uac00",
    *"\u0645\u0631\u062d\u05e9\u05dc\u0627",
    "\U0001f514",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1fa\U0001f1e6",
    "e\u0301",
    *'"\\\b\f\n\r\t\0\x01\x1f\x7f',
    *"\u0085\u00a0\u200b\u200f\u2028\u2029\u202e\ufeff\ufffd\uffff\U0010ffff",
]
NUMBERS = (
    "0 -0 1 -1 7 42 0.0 -0.0 0.10 1.0 1E2 1e+2 1E-2 -1.5e+03 0e0 1e400 1e-400 3.141592653589793238462643383279 "
    "9007199254740993 18446744073709551615 18446744073709551616 -9223372036854775809 100000000000000000000000000000001 "
    "0.1000000000000000055511151231257827 1.7976931348623159e308 4.9e-324"
).split()


class JSONWriter:
    """Writes random JSON, spelled in every way the rules allow."""

    def __init__(self, random: Random, items: int) -> None:
        self.random, self.items = random, items

    def space(self) -> str:
        return (
            "".join(self.random.choices(" \t\r\n", k=self.random.randrange(1, 4)))
            if self.random.random() < 0.05
            else ""
        )

    def escaped(self, letter: str) -> str:
        units = letter.encode("utf-16-be", "surrogatepass")
        pairs = (int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2))
        return "".join(f"\\u{pair:04{self.random.choice('xX')}}" for pair in pairs)

    def letter(self, letter: str) -> str:
        short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "/": "\\/"}
        if letter in short and self.random.random() < 0.8:
            return short[letter]
        if letter in '"\\' or letter < " " or self.random.random() < 0.1:
            return self.escaped(letter)
        return letter

    def text(self, longest: int) -> str:
        return "".join(self.random.choices(LETTERS, k=self.random.randrange(longest + 1)))

    def string(self, text: str) -> str:
        return '"' + "".join(map(self.letter, text)) + '"'

    def value(self, depth: int) -> str:
        """A value that opens at most `depth` brackets."""
        kind = self.random.randrange(9)
        if depth and kind < 2:
            return self.object(depth)
        if depth and kind < 4:
            return self.array(depth)
        if kind < 6:
            return self.random.choice(NUMBERS)
        if kind < 8:
            return self.string(self.text(12))
        return self.random.choice(["true", "false", "null"])

    def take_items(self, most: int) -> int:
        count = min(self.items, self.random.randrange(most + 1))
        self.items -= count
        return count

    def array(self, depth: int) -> str:
        count = self.take_items(6)
        return self.joined("[", [self.value(depth - 1) for _ in range(count)], "]")

    def object(self, depth: int) -> str:
        names = {self.text(6) for _ in range(self.take_items(6))}
        return self.joined(
            "{", [self.member(name, self.value(depth - 1)) for name in names if name not in RESERVED], "}"
        )

    def chain(self, depth: int) -> str:
        """Brackets of both kinds, exactly `depth` deep."""
        if depth == 0:
            return self.random.choice(NUMBERS)
        self.items -= 1
        inner = self.chain(depth - 1)
        if self.random.random() < 0.5:
            return self.joined("[", [inner], "]")
        return self.joined("{", [self.member(self.text(2), inner)], "}")

    def flat(self, count: int) -> str:
        self.items -= count
        return self.joined("[", [self.random.choice("0123456789") for _ in range(count)], "]")

    def member(self, name: str, value: str) -> str:
        return f"{self.string(name)}{self.space()}:{self.space()}{value}"

    def joined(self, opening: str, parts: list[str], closing: str) -> str:
        commas = f"{self.space()},{self.space()}".join(parts)
        return f"{opening}{self.space()}{commas}{self.space()}{closing}"

    def alert(self) -> str:
        visible = "Door " + self.text(20)
        if self.random.random() < 0.3:
            return self.string(visible)
        self.items -= 2
        return self.joined(
            "{", [self.member("title", self.string(visible)), self.member("body", self.string(self.text(20)))], "}"
        )

    def payload(self, with_alert: bool) -> str:
        parts = {}
        if with_alert or self.random.random() < 0.5:
            self.items -= 2
            parts["aps"] = self.joined("{", [self.member("alert", self.alert())], "}")
        self.items -= 3
        shape = self.random.randrange(6)
        if shape == 0:
            parts["deep"] = self.chain(31)
        elif shape == 1 and self.items > 600:
            parts["many"] = self.flat(self.items)
        parts[""] = self.value(4)
        for name in sorted({self.text(8) for _ in range(self.take_items(8))} - RESERVED - set(parts)):
            parts[name] = self.value(self.random.choice([1, 3, 10, 31]))
        members = [self.member(name, value) for name, value in parts.items()]
        self.random.shuffle(members)
        return self.space() + self.joined("{", members, "}") + self.space()


def random_payload(random: Random, largest: int, with_alert: bool) -> bytes:
    while True:
        text = JSONWriter(random, random.choice([20, 60, 200, 1024])).payload(with_alert).encode()
        if len(text) <= largest:
            sp.Reference().json_object(text)
            return text


def write_secret(file: Path, lines: list[str]) -> None:
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        stream.write("# made for a test\n" + "".join(f"{line}\n" for line in lines))


def seal(count: int, seed: str, folder: Path) -> None:
    random = Random(f"crosscheck seal {seed}")
    identity, device, shared, signer = (random.randbytes(32) for _ in range(4))
    signer_text = sp.key_text("signer", sp.public_twin(sp.SIGNER, signer))
    write_secret(
        folder / "device.key", [sp.key_text("identity-secret", identity), sp.key_text("device-secret", device)]
    )
    write_secret(folder / "shared.key", [sp.key_text("shared-secret", shared)])
    (folder / "signer.txt").write_text(signer_text + "\n")
    recipients = [sp.Recipient(sp.DEVICE, sp.public_twin(sp.DEVICE, device)), sp.Recipient(sp.SHARED, shared)]
    for number in range(count):
        recipient, signed = recipients[number % 2], number // 2 % 2 == 0
        payload = random_payload(random, 12_000, with_alert=False)
        sent_at = time.time_ns() // 1_000_000 - random.randrange(sp.HOUR)
        message = sp.make_message(random.randbytes(16), sent_at, random.choice([0, 86_400, 2**32 - 1]), payload)
        body = sp.make_body(message, recipient, signer if signed else None)
        room = sp.largest_inner(recipient.kind, sp.Reference.max_text)
        inner = sp.pad(body, room, random.choice(["bucket", "none"]))
        envelope = sp.make_envelope(inner, recipient, random.randbytes(24))
        outer = PLACEHOLDER % sp.base64url_encode(envelope)
        vector = {
            "outer": base64.b64encode(outer.encode()).decode(),
            "payload": base64.b64encode(payload).decode(),
            "signer": signer_text if signed else None,
        }
        (folder / f"{number:04}.json").write_text(json.dumps(vector, indent=1) + "\n")


def contents(count: int, seed: str, folder: Path) -> None:
    random = Random(f"crosscheck contents {seed}")
    for number in range(count):
        (folder / f"{number:04}.apns").write_bytes(random_payload(random, LARGEST_CONTENT, with_alert=True))


def tokens(data: bytes) -> list[str]:
    return [found.group() for found in TOKEN.finditer(data.decode())]


def store_in(folder: Path) -> sp.Store:
    rules, store = sp.Reference(), sp.Store()
    for name, wanted, kind in (("device.key", "device-secret", sp.DEVICE), ("shared.key", "shared-secret", sp.SHARED)):
        file = folder / name
        for line in sp.key_file_lines(file.read_text()) if file.exists() else []:
            if line.startswith(f"sealedpush:{wanted}:"):
                store.opening_keys.append(sp.OpeningKey(kind, rules.read_key(wanted, line)))
    signer = folder / "signer.txt"
    if signer.exists():
        store.trust(sp.TrustedSigner(rules.read_key("signer", signer.read_text().strip())))
    return store


def open_all(folder: Path) -> int:
    rules, store = sp.Reference(), store_in(folder)
    sealed = sorted(folder.glob("*.sealed"))
    failed = 0
    for file in sealed:
        wanted = file.with_suffix(".apns").read_bytes()
        try:
            push = rules.open_outer(file.read_bytes(), store, time.time_ns() // 1_000_000, allow_anonymous=True)
            problem = None if tokens(push.payload) == tokens(wanted) else "other tokens than in its .apns"
        except sp.Failure as failure:
            problem = str(failure)
        if problem:
            failed += 1
            print(f"{file.name}: {problem}")
    print(f"{len(sealed) - failed} passed, {failed} failed")
    return 1 if failed or not sealed else 0


def main() -> int:
    match sys.argv[1:]:
        case ["seal" | "contents" as what, count, seed, place]:
            folder = Path(place)
            folder.mkdir(parents=True, exist_ok=True)
            (seal if what == "seal" else contents)(int(count), seed, folder)
            return 0
        case ["open", place]:
            return open_all(Path(place))
        case _:
            print(__doc__, file=sys.stderr)
            return 64


if __name__ == "__main__":
    sys.exit(main())
