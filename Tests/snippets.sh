#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds Tests/Snippets, the code that the documentation shows to users, in the modes that users have: Swift 5, Swift 6,
# Swift 6 with NonisolatedNonsendingByDefault, and Swift 6 on the main actor by default. Then it makes sure that what must
# not compile does not.
#
# usage: Tests/snippets.sh

set -euo pipefail
unset CDPATH
unset SEALEDPUSH_STRICT

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/snippets.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    printf 'snippets.sh: %s\n' "$*" >&2
    exit 1
}

package="$work/Snippets" log="$work/log"
mkdir -p "$package/Sources" "$package/Tests"
cp "$root/Tests/Snippets/Package.swift" "$package"
cp -R "$root"/Tests/Snippets/Refused* "$package/Sources"
for mode in Swift5 Swift6 Nonsending MainActor; do
    for snippet in Server App Extension; do
        cp -R "$root/Tests/Snippets/$snippet" "$package/Sources/$snippet$mode"
    done
    cp -R "$root/Tests/Snippets/AppTests" "$package/Tests/AppTests$mode"
done

export SNIPPETS_DEPENDENCY=$root
# Nothing is written outside of the folder that goes.
swift_build=(
    swift build --package-path "$package" --scratch-path "$work/build" --build-tests
    --cache-path "$work/cache" --config-path "$work/config" --security-path "$work/security"
)

echo "four snippets in four modes"
"${swift_build[@]}" >"$log" 2>&1 </dev/null || { grep -E 'error' "$log" >&2 || cat "$log" >&2; fail "they do not build"; }
if grep -F 'warning:' "$log" >&2; then fail "they build with warnings"; fi

# check_refused TARGET FILE
check_refused() {
    local expected actual
    if SNIPPETS_REFUSED=$1 "${swift_build[@]}" >"$log" 2>&1 </dev/null; then fail "$1 compiles"; fi
    expected=$(grep -n '// refused' "$package/Sources/$1/$2" | cut -d: -f1)
    actual=$(sed -n "s/.*\/$1\/$2:\([0-9]*\):[0-9]*: error:.*/\1/p" "$log" | sort -nu)
    [[ $actual == "$expected" ]] || { cat "$log" >&2; fail "$2: refused are lines" "$actual" "and not" "$expected"; }
}

echo "what must not compile"
check_refused RefusedClasses Classes.swift
check_refused RefusedSending Shelf.swift

echo "3 passed, 0 failed"
