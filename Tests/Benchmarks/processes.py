# SPDX-License-Identifier: Apache-2.0
"""Whole processes: `sealedpush` against `age`, in turn, on one core; medians in milliseconds."""

import os
import statistics
import subprocess
import sys
import tempfile
import time


def once(command, stdin):
    with open(stdin, "rb") as source, open(os.devnull, "wb") as sink:
        start = time.perf_counter()
        subprocess.run(command, stdin=source, stdout=sink, check=True, close_fds=False)
        return (time.perf_counter() - start) * 1000


def pair(name, ours, theirs, target, rounds=200):
    samples = ([], [])
    for _ in range(rounds):
        samples[0].append(once(*ours))
        samples[1].append(once(*theirs))
    a, b = map(statistics.median, samples)
    print(f"{name}\t{a}\t{b}\t{a / b}\t{target}\t{'met' if a / b <= target else 'missed'}")


sealedpush, age, age_keygen = sys.argv[1:4]
with tempfile.TemporaryDirectory() as folder:
    path = lambda name: os.path.join(folder, name)
    run = lambda *command, **more: subprocess.run(command, check=True, capture_output=True, **more).stdout
    lines = run(sealedpush, "key", "new", "device", "-o", path("phone.key")).decode().split()
    device = next(line for line in lines if line.startswith("sealedpush:device:"))
    run(age_keygen, "-o", path("age.key"))
    recipient = run(age_keygen, "-y", path("age.key")).decode().strip()
    body = "x" * 199
    with open(path("payload"), "w", encoding="utf-8") as file:
        file.write('{"aps":{"alert":{"title":"Door","body":"' + body + '"}}}')
    seal = [sealedpush, "seal", "--anonymous", "--to", device]
    with open(path("sealed"), "wb") as file, open(path("payload"), "rb") as source:
        subprocess.run(seal, stdin=source, stdout=file, check=True)
    with open(path("age"), "wb") as file, open(path("payload"), "rb") as source:
        subprocess.run([age, "-r", recipient], stdin=source, stdout=file, check=True)
    pair("sealedpush seal / age -r", (seal, path("payload")), ([age, "-r", recipient], path("payload")), 0.6)
    pair(
        "sealedpush open / age -d -i",
        ([sealedpush, "open", "--key", path("phone.key")], path("sealed")),
        ([age, "-d", "-i", path("age.key")], path("age")),
        0.6,
    )
    many = path("many")
    with open(many, "w", encoding="utf-8") as file:
        file.write((device + "\n") * 100_000)

    def fan_out(cores):
        os.sched_setaffinity(0, cores)
        start = time.perf_counter()
        command = [sealedpush, "seal", "--anonymous", "--to-file", many, "--title", "Door"]
        with open(os.devnull, "wb") as sink:
            process = subprocess.Popen(command, stdout=sink)
            _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise SystemExit("sealing for many failed")
        return time.perf_counter() - start, usage.ru_maxrss

    everything = set(range(os.cpu_count() or 1))
    two = set(sorted(everything)[:2])
    single, memory = fan_out({min(everything)})
    double, memory_two = fan_out(two)
    ratio = single / double
    print(f"100,000 recipients on two cores\t{double * 1000}\t{single * 1000}\t{ratio}\t1.8\t{'met' if ratio >= 1.8 else 'missed'}")
    print(f"100,000 recipients, memory\t{max(memory, memory_two)} KiB")
    print(f"size of sealedpush\t{os.path.getsize(sealedpush)} bytes\t\t\t12000000\t{'met' if os.path.getsize(sealedpush) <= 12_000_000 else 'missed'}")
