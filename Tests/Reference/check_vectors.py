#!/usr/bin/env python3
"""Runs the reference over every vector: `check_vectors.py [FOLDER-OR-FILE …]`."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any, Callable

import sealedpush_reference as sp

VECTORS = Path(__file__).resolve().parent.parent / "Vectors"
MODE_OF = {"device": sp.DEVICE, "shared": sp.SHARED}

Vector = dict[str, Any]
Check = Callable[[sp.Reference, Vector], str | None]


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def from_python(value: Any) -> Any:
    """What Python's json made of a vector's outer payload, in the reference's types."""
    if isinstance(value, dict):
        return {name: from_python(member) for name, member in value.items()}
    if isinstance(value, list):
        return [from_python(element) for element in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return sp.Number(json.dumps(value))
    return value


def store_of(keys: dict[str, Any]) -> sp.Store:
    shared = [keys["sharedKey"], *keys.get("sharedKeys", [])]
    opening = [sp.OpeningKey(sp.DEVICE, unb64(keys["deviceSecretKey"]))]
    opening += [sp.OpeningKey(sp.SHARED, unb64(key)) for key in shared]
    return sp.Store(opening, signers=[sp.TrustedSigner(unb64(keys["signerPublicKey"]))])


def differences(expected: dict[str, Any], found: dict[str, Any]) -> str | None:
    wrong = [f"{name}: {found[name]!r}, not {value!r}" for name, value in expected.items() if found[name] != value]
    return "; ".join(wrong) or None


def judge(expected: Vector, open_push: Callable[[], sp.Push]) -> str | None:
    """None, or how the result differs from what a vector (or a step of one) expects."""
    try:
        push = open_push()
    except sp.Failure as failure:
        return None if failure.reason == expected["expect"] else f"{failure.reason}, not {expected['expect']}"
    if expected["expect"] != "opened":
        return f"opened, not {expected['expect']}"
    wanted = {**expected["message"], "signer": expected["signer"]}
    if "superseded" in expected:
        wanted["superseded"] = expected["superseded"]
    return differences(
        wanted,
        {
            "id": push.id.hex(),
            "sentAtMilliseconds": push.sent_at,
            "timeToLiveSeconds": push.time_to_live,
            "payload": push.payload.decode("utf-8", "replace"),
            "signer": sp.base64url_encode(push.signer) if push.signer else None,
            "superseded": push.superseded,
        },
    )


def check_envelope(rules: sp.Reference, vector: Vector) -> str | None:
    members, store, now = from_python(vector["payload"]), store_of(vector["keys"]), vector["nowMilliseconds"]
    return judge(vector, lambda: rules.open(members, store, now, allow_anonymous=not vector["requireSigned"]))


def check_outer(rules: sp.Reference, vector: Vector) -> str | None:
    outer, store, now = base64.b64decode(vector["outer"]), store_of(vector["keys"]), vector["nowMilliseconds"]
    return judge(vector, lambda: rules.open_outer(outer, store, now, allow_anonymous=not vector["requireSigned"]))


def sequence_store(given: dict[str, Any]) -> sp.Store:
    return sp.Store(
        opening_keys=[
            sp.OpeningKey(MODE_OF[key["kind"]], unb64(key["secret"]), key["created"], key["usableUntil"])
            for key in given["openingKeys"]
        ],
        retired={(MODE_OF[key["kind"]], unb64(key["fingerprint"])) for key in given["retiredKeys"]},
        signers=[
            sp.TrustedSigner(unb64(signer["publicKey"]), signer["name"], signer["usableUntil"])
            for signer in given["trustedSigners"]
        ],
        requires_signature=given["requiresSignature"],
        signer_capacity=given["signerListCapacity"],
        unsigned_capacity=given["unsignedListCapacity"],
    )


def check_sequence(rules: sp.Reference, vector: Vector) -> str | None:
    store = sequence_store(vector["store"])
    allow_anonymous = True if vector.get("allowAnonymous") else None
    for number, step in enumerate(vector["steps"], 1):
        match step["do"]:
            case "open":
                members = from_python(step["payload"])
                now = step["nowMilliseconds"]
                problem = judge(step, lambda: rules.open(members, store, now, allow_anonymous))
                if problem:
                    return f"step {number}: {problem}"
            case "lock" | "unlock":
                store.locked = step["do"] == "lock"
            case "break" | "mend":
                store.broken = step["do"] == "break"
            case "revokeSigner":
                rules.revoke_signer(store, unb64(step["publicKey"]))
            case "trustSigner":
                store.trust(sp.TrustedSigner(unb64(step["publicKey"]), step["name"]))
            case "retireKey":
                store.retire(unb64(step["fingerprint"]))
            case other:
                return f"step {number}: unknown step {other}"
    return None


def judge_text(vector: Vector, read: Callable[[], dict[str, Any]]) -> str | None:
    try:
        found = read()
    except sp.Failure as failure:
        return None if failure.reason == vector["expect"] else f"{failure.reason}, not {vector['expect']}"
    if vector["expect"] != "ok":
        return f"ok, not {vector['expect']}"
    return differences({name: vector[name] for name in found if name in vector}, found)


def key_facts(rules: sp.Reference, vector: Vector) -> dict[str, Any]:
    wanted = vector["kind"]
    key = rules.read_key(wanted, vector["text"])
    kind, is_secret = sp.KINDS[wanted]
    public = sp.public_twin(kind, key) if is_secret else key
    digest = sp.fingerprint(kind, public)
    facts = {"bytes": sp.base64url_encode(key), "fingerprint": sp.base64url_encode(digest), "id": digest[:8].hex()}
    if not is_secret:
        facts["verifyNumber"] = sp.verify_number(digest)
    elif kind != sp.SHARED:
        facts["publicText"] = sp.key_text(wanted.removesuffix("-secret"), public)
    return facts


def check_key(rules: sp.Reference, vector: Vector) -> str | None:
    if vector["operation"] == "keyText":
        return judge_text(vector, lambda: key_facts(rules, vector))
    passphrase = unb64(vector["passphrase"])
    return judge_text(vector, lambda: {"keyFile": rules.read_export(vector["wrapped"], passphrase)})


def check_card(rules: sp.Reference, vector: Vector) -> str | None:
    return judge_text(vector, lambda: vars(rules.read_card(vector["text"])))


CHECKS: dict[str, Check] = {
    "envelope": check_envelope,
    "outer": check_outer,
    "sequences": check_sequence,
    "keys": check_key,
    "cards": check_card,
}


def load(places: list[Path]) -> list[tuple[str, Vector]]:
    """("folder/name", vector) for every file, sorted."""
    files = sorted(file for place in places for file in (place.rglob("*.json") if place.is_dir() else [place]))
    return [(f"{file.parent.name}/{file.stem}", json.loads(file.read_text())) for file in files]


def check(rules: sp.Reference, name: str, vector: Vector) -> str | None:
    return CHECKS[name.split("/")[0]](rules, vector)


def main() -> int:
    vectors = load([Path(argument).resolve() for argument in sys.argv[1:]] or [VECTORS])
    failed = 0
    for name, vector in vectors:
        problem = check(sp.Reference(), name, vector)
        if problem:
            failed += 1
            print(f"{name}: {problem}")
    print(f"{len(vectors) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
