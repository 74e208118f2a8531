#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the library against C on the same libsodium, PyNaCl and others, and the command against age: one run, one table,
# medians, one core. By hand, on a machine that does nothing else.

set -euo pipefail
unset CDPATH

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v age >/dev/null; then
    { apt-get -qq update && apt-get -qq -y install age; } >"$work/apt" 2>&1 || { cat "$work/apt"; exit 69; }
fi
venv="$here/.build/venv"
if [ ! -x "$venv/bin/python3" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" --quiet install pynacl http_ece pywebpush cryptography
fi

swift build -c release --package-path "$here" >"$work/build" 2>&1 || { cat "$work/build"; exit 70; }
(cd "$root" && swift build -c release -Xswiftc -static-executable --product sealedpush) >"$work/build" 2>&1 ||
    { cat "$work/build"; exit 70; }
strip -o "$work/sealedpush" "$root/.build/release/sealedpush"
(cd "$root" && swift build -c release --product ExtensionFixture --scratch-path .build/benchmarks) >"$work/build" 2>&1 ||
    { cat "$work/build"; exit 70; }
fixture="$root/.build/benchmarks/release/ExtensionFixture"

programs=$(swift build -c release --package-path "$here" --show-bin-path)
{
    taskset -c 0 "$programs/Benchmarks"
    taskset -c 0 "$programs/PendingRequests"
    taskset -c 0 "$venv/bin/python3" "$here/python_rows.py"
    taskset -c 0 "$venv/bin/python3" "$here/processes.py" "$work/sealedpush" "$(command -v age)" "$(command -v age-keygen)"
    taskset -c 0 "$fixture" benchmark 2>"$work/memory"
    sort -n "$work/memory" | awk '{ line[NR] = $1 } END {
        median = line[int((NR + 1) / 2)] / 1048576
        printf "extension, memory taken (MiB)\t%s\t8\t%s\t1\t%s\n", median, median / 8, median <= 8 ? "met" : "missed"
    }'
} | awk -F '\t' '
    BEGIN { printf "%-34s %12s %12s %8s %8s\n", "", "median", "reference", "ratio", "target" }
    NF == 6 { printf "%-34s %12.2f %12.2f %8.2f %8s %s\n", $1, $2, $3, $4, $5, $6; next }
    NF == 2 && $2 + 0 == $2 { printf "%-34s %12.2f\n", $1, $2; next }
    { printf "%-34s %12s\n", $1, $2 }
'
echo
echo "microseconds for the library and Python, milliseconds for processes; PyNaCl bundles a libsodium newer than the"
echo "system's, which seals about 1.3 times faster."
