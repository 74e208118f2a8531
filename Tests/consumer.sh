#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs Tests/Consumer, a package outside this one that depends on a tagged copy of the last commit: with both
# build systems and in both language modes, as users do, so without SEALEDPUSH_STRICT.
#
# usage: Tests/consumer.sh

set -euo pipefail
unset CDPATH
unset SEALEDPUSH_STRICT

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/consumer.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

expected='door {"aps":{"alert":{"title":"Door","body":"Front door opened"}}}
duplicate'

fail() {
    printf 'consumer.sh: %s\n' "$*" >&2
    exit 1
}

git -C "$root" rev-parse --quiet --verify HEAD >/dev/null || fail "$root is no git repository with a commit in it"
git clone --quiet "$root" "$work/SealedPush"
git -C "$work/SealedPush" tag 0.0.1-test.1
cp -R "$root/Tests/Consumer" "$work/Consumer"
export CONSUMER_DEPENDENCY="file://$work/SealedPush"

# check BUILD-SYSTEM LANGUAGE-MODE
check() {
    local build="$work/build-$1-$2" log="$work/log" output
    export CONSUMER_LANGUAGE_MODE=$2
    # Caches and the record of what a tag once pointed to stay in here too.
    local swift_build=(
        swift build --package-path "$work/Consumer" --scratch-path "$build" --build-system "$1"
        --cache-path "$work/cache" --config-path "$work/config" --security-path "$work/security"
    )
    echo "an outside package, --build-system $1, Swift $2 mode"
    "${swift_build[@]}" >"$log" 2>&1 </dev/null || { cat "$log" >&2; fail "it does not build"; }
    # swiftbuild passes a linker's option to clang for every target that is a library alone, ours or not.
    if grep -F 'warning:' "$log" | grep -vF "argument unused during compilation: '-rdynamic'" >&2; then
        fail "it builds with warnings"
    fi
    build=$("${swift_build[@]}" --show-bin-path 2>/dev/null)
    output=$("$build/Consumer" </dev/null) || fail "Consumer ended with $?"
    [[ $output == "$expected" ]] || fail "Consumer printed: $output"
    output=$("$build/CoreAlone" </dev/null) || fail "CoreAlone ended with $?"
    [[ $output == 66 ]] || fail "CoreAlone printed: $output"
    output=$(ldd "$build/CoreAlone" "$build/Consumer")
    [[ $output == *libswiftCore* ]] || fail "ldd says: $output"
    if grep Foundation <<<"$output" >&2; then
        fail "SealedPushCore, SealedPushSender or SealedPushReceiver pulls in Foundation"
    fi
}

check native 6
check swiftbuild 6
check native 5
echo "3 passed, 0 failed"
