#!/usr/bin/env python3
"""Runs the two programs of Examples/python: `open.py` over the vectors, `seal.py` with the reference on the other end."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import sealedpush_reference as sp
from check_vectors import VECTORS, Vector, load, unb64
from crosscheck import store_in, write_secret

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples" / "python"

# What open.py says at its top that it leaves out: the vectors that notice. Of the first three it opens what it should not,
# for want of the other two it refuses what it could open. All other vectors must give their answer.
STRICT_JSON = "duplicate|content-twice|depth-33|payload-deep|1025|payload-many|surrogate|payload-nan|payload-infinity"
SIZES = "text-16386$|65537-bytes"
OPENS_TOO_MUCH = re.compile(f"{STRICT_JSON}|{SIZES}")
REFUSES_TOO_MUCH = re.compile("ok-key-id-shared-by-two|ok-clock-(before|unset|1970-future)")

failures: list[str] = []
passed = 0


def expect(name: str, good: bool) -> None:
    global passed
    if good:
        passed += 1
    else:
        failures.append(name)


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def key_file(folder: Path, keys: dict) -> str:
    shared = [keys["sharedKey"], *keys.get("sharedKeys", [])]
    file = folder / "vector.key"
    write_secret(
        file,
        [sp.key_text("device-secret", unb64(keys["deviceSecretKey"]))]
        + [sp.key_text("shared-secret", unb64(key)) for key in shared],
    )
    return str(file)


def opened(program: ModuleType, outer: bytes, keys: str, signer: bytes | None, now: int) -> bytes | None:
    clock, time.time_ns = time.time_ns, lambda: now * 1_000_000
    try:
        return program.open_push(outer, keys, signer)
    except Exception:  # whatever it is: the program says it could not open it
        return None
    finally:
        time.time_ns = clock


def check_vector(program: ModuleType, folder: Path, name: str, vector: Vector) -> None:
    keys, now = key_file(folder, vector["keys"]), vector["nowMilliseconds"]
    outer = base64.b64decode(vector["outer"]) if "outer" in vector else json.dumps(vector["payload"]).encode()
    signer = unb64(vector["keys"]["signerPublicKey"])
    signers = [signer] if vector["requireSigned"] else [None, signer]
    results = [opened(program, outer, keys, signer, now) for signer in signers]
    found = next((result for result in results if result is not None), None)
    wanted = vector["message"]["payload"].encode() if vector["expect"] == "opened" else None
    short = name.split("/")[1]
    if REFUSES_TOO_MUCH.search(short):
        expect(f"{name}: now opens: no longer left out?", found is None)
    elif OPENS_TOO_MUCH.search(short) and vector["expect"] != "opened":
        expect(f"{name}: now refused: no longer left out?", found is not None)
    else:
        expect(name, found == wanted)


def run(program: str, *arguments: str, given: bytes) -> subprocess.CompletedProcess:
    command = [sys.executable, str(EXAMPLES / f"{program}.py"), *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def check_programs(folder: Path) -> None:
    """Both programs as a user runs them, and `seal.py` against the reference."""
    device, signer, stranger, shared = (bytes([number]) * 32 for number in (1, 2, 3, 4))
    write_secret(folder / "device.key", [sp.key_text("device-secret", device)])
    write_secret(folder / "shared.key", [sp.key_text("shared-secret", shared)])
    write_secret(folder / "signer.key", [sp.key_text("signer-secret", signer)])
    signer_text = sp.key_text("signer", sp.public_twin(sp.SIGNER, signer))
    (folder / "signer.txt").write_text(signer_text + "\n")
    stranger_text = sp.key_text("signer", sp.public_twin(sp.SIGNER, stranger))
    device_text = sp.key_text("device", sp.public_twin(sp.DEVICE, device))
    payload = '{"aps":{"alert":"Tür 🔔\\u0000"},"n":1e400,"big":18446744073709551616}\r\n'.encode()
    for kind, to in (("device", device_text), ("shared", str(folder / "shared.key"))):
        own_key = str(folder / f"{kind}.key")
        for signed in (False, True):
            name = f"{kind}, {'signed' if signed else 'unsigned'}"
            sealed = run("seal", to, *([str(folder / "signer.key")] if signed else []), given=payload)
            expect(f"seal.py: {name}: {sealed.stderr.decode()}", sealed.returncode == 0 and not sealed.stderr)
            push = sp.Reference().open_outer(sealed.stdout, store_in(folder), time.time_ns() // 1_000_000, not signed)
            expect(f"the reference opens it: {name}", push.payload == payload and bool(push.signer) == signed)
            trusts = [[], [signer_text], [stranger_text]]
            for trust in trusts:
                result = run("open", own_key, *trust, given=sealed.stdout)
                if trust == ([signer_text] if signed else []):
                    expect(f"open.py: {name}: {result.stderr.decode()}", result.stdout == payload)
                else:
                    said = result.stderr.decode()
                    one_line = said.startswith("open.py: ") and said.count("\n") == 1
                    expect(f"open.py refuses: {name}", result.returncode == 1 and not result.stdout and one_line)
    lengths = {len(run("seal", device_text, given=b'{"a":"%s"}' % (b"x" * count)).stdout) for count in range(0, 150, 10)}
    expect("seal.py pads short payloads to one length", len(lengths) == 1)


def check_limit(program: ModuleType) -> None:
    """Every length: the one that fits is sealed to 4,096 bytes at most, and padded."""
    device = sp.public_twin(sp.DEVICE, b"\1" * 32)
    for kind, key in ((b"\1", device), (b"\2", b"\4" * 32)):
        for count in range(3_100):
            try:
                text = program.seal(b'{"a":"%s"}' % (b"x" * count), kind, key, b"\2" * 32)
                if len(text) > 4_096:
                    failures.append(f"seal.py: {len(text)} bytes")
            except ValueError as error:
                expect(f"seal.py refuses the first payload that is too long: {error}", "by 1 byte" in str(error))
                break


def check_bad_keys(program: ModuleType) -> None:
    for name, vector in load([VECTORS / "keys"]):
        if vector.get("operation") != "keyText" or vector.get("kind") != "device":
            continue
        try:
            program.seal(b"{}", b"\1", program.key("device", vector["text"]))
            good = True
        except Exception:  # whatever it is: the program says that it did not seal
            good = False
        # White space after a key is allowed, as in a key file.
        wanted = vector["expect"] == "ok" or name.endswith("/spelling-newline-after")
        expect(f"{name}: {'sealed' if good else 'not sealed'}", good == wanted)


def check_flipped_bits(seal: ModuleType, program: ModuleType, folder: Path) -> None:
    signer = sp.public_twin(sp.SIGNER, b"\2" * 32)
    device = sp.public_twin(sp.DEVICE, b"\1" * 32)
    now = time.time_ns() // 1_000_000
    for kind, key, file in ((b"\1", device, "device.key"), (b"\2", b"\4" * 32, "shared.key")):
        text = json.loads(seal.seal(b"{}", kind, key, b"\2" * 32))["encrypted-content"]
        envelope = unb64(text)
        for bit in range(len(envelope) * 8):
            flipped = bytearray(envelope)
            flipped[bit // 8] ^= 1 << bit % 8
            outer = json.dumps({"encrypted-content": sp.base64url_encode(bytes(flipped))}).encode()
            if opened(program, outer, str(folder / file), signer, now) is not None:
                failures.append(f"open.py opens an envelope with bit {bit} flipped")
        outer = json.dumps({"encrypted-content": text}).encode()
        expect(f"open.py {file}", opened(program, outer, str(folder / file), signer, now) == b"{}")


def main() -> int:
    seal, program = example("seal"), example("open")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, vector in load([VECTORS / "envelope", VECTORS / "outer"]):
            check_vector(program, folder, name, vector)
        check_programs(folder)
        check_limit(seal)
        check_bad_keys(seal)
        check_flipped_bits(seal, program, folder)
    for failure in failures:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
