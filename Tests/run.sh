#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests. On Debian and Ubuntu it installs what they need and is missing; a Swift toolchain must be there.
#
# usage: Tests/run.sh [--release]
#
#   --release   also the tests in release, where every count is full, and a package that depends on this one

set -uo pipefail
unset CDPATH

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
cd "$root" || exit 1

say() { printf 'run.sh: %s\n' "$*" >&2; }

release=false
for argument in "$@"; do
    case $argument in
        --release) release=true ;;
        --help | -h) sed -n '4,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) say "unknown argument $argument; usage: Tests/run.sh [--release]"; exit 64 ;;
    esac
done

# What the tests and SwiftPM leave behind goes with this folder.
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/sealedpush.XXXXXX") || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# MARK: What must be there

# as_root COMMAND … asks for a password only where someone can give it.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null && [[ -t 0 ]]; then
        sudo "$@"
    elif command -v sudo >/dev/null; then
        sudo -n "$@"
    else
        echo "not root, and there is no sudo" >&2
        return 1
    fi
}

apt_is_fresh=false
# install PACKAGE … with apt; a single line says what is missing where that fails.
install() {
    local log="$TMPDIR/apt.log"
    say "installing $*"
    if ! command -v apt-get >/dev/null; then
        say "cannot install $*: there is no apt-get; install what corresponds and run this again"
        return 1
    fi
    if ! $apt_is_fresh && ! as_root apt-get -qq update </dev/null >"$log" 2>&1; then
        say "cannot install $*: apt-get update: $(tail -n 1 "$log")"
        return 1
    fi
    apt_is_fresh=true
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" \
        </dev/null >"$log" 2>&1; then
        say "cannot install $*: apt-get install: $(tail -n 1 "$log")"
        return 1
    fi
}

need_swift() {
    command -v swift >/dev/null && return
    say "swift is missing: https://www.swift.org/install/"
    return 1
}

need_libraries() {
    local packages=() pair
    for pair in pkg-config:pkg-config git:git; do
        command -v "${pair%:*}" >/dev/null || packages+=("${pair#*:}")
    done
    for pair in libsodium:libsodium-dev sqlite3:libsqlite3-dev libcurl:libcurl4-openssl-dev libsystemd:libsystemd-dev \
        libmosquitto:libmosquitto-dev openssl:libssl-dev libnghttp2:libnghttp2-dev; do
        pkg-config --exists "${pair%:*}" 2>/dev/null || packages+=("${pair#*:}")
    done
    [[ ${#packages[@]} == 0 ]] || install "${packages[@]}"
}

# Programs that tests start: a notification daemon on a screen that nobody sees, servers, SQLite's shell.
need_programs() {
    local packages=() pair PATH="$PATH:/usr/sbin"
    for pair in openssl:openssl dbus-daemon:dbus-daemon dunst:dunst Xvfb:xvfb xdotool:xdotool convert:imagemagick \
        mosquitto:mosquitto mosquitto_pub:mosquitto-clients sqlite3:sqlite3; do
        command -v "${pair%:*}" >/dev/null || packages+=("${pair#*:}")
    done
    /usr/bin/python3 -c 'import dbus, gi' >/dev/null 2>&1 || packages+=(python3-dbus python3-gi)
    [[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]] || packages+=(fonts-dejavu-core)
    [[ -e /usr/share/zoneinfo/Europe/Berlin ]] || packages+=(tzdata)
    [[ ${#packages[@]} == 0 ]] || install "${packages[@]}"
}

has_packages() {
    "$1" -c 'from nacl import bindings; bindings.sodium_pad; import cryptography.x509, h2.connection' >/dev/null 2>&1
}

# A python3 with PyNaCl, h2 and cryptography, first in PATH: the one there is, else one of our own in .build, else Debian's with a package.
need_python() {
    local own="$root/.build/python"
    export PYTHONDONTWRITEBYTECODE=1
    command -v python3 >/dev/null || install python3 || return 1
    if ! has_packages python3; then
        if ! has_packages "$own/bin/python3" && ! make_python "$own"; then
            install python3-nacl python3-h2 python3-cryptography || return 1
            # Not the first python3 in PATH, perhaps, but the one that Debian's packages are for.
            own=/usr
            has_packages "$own/bin/python3" || { say "Python packages are missing: python3 -m pip install pynacl h2 cryptography"; return 1; }
            mkdir -p "$TMPDIR/bin" && ln -s /usr/bin/python3 "$TMPDIR/bin/python3" && own=$TMPDIR
        fi
        PATH="$own/bin:$PATH"
    fi
    SEALEDPUSH_PYTHON=$(command -v python3)
    export PATH SEALEDPUSH_PYTHON
}

# make_python FOLDER: a virtual environment, so that nothing is installed beside the system's packages.
make_python() {
    rm -rf "$1"
    if ! python3 -m venv "$1" >/dev/null 2>&1; then
        # Debian keeps what a new environment needs in a package of its own.
        rm -rf "$1"
        [[ $(command -v python3) == /usr/bin/python3 ]] && install python3-venv && python3 -m venv "$1" || return 1
    fi
    say "installing PyNaCl, h2 and cryptography in ${1#"$root"/}"
    "$1/bin/python3" -m pip --quiet --disable-pip-version-check install pynacl h2 cryptography </dev/null >"$TMPDIR/pip.log" 2>&1 \
        && has_packages "$1/bin/python3"
}

need_swift && need_libraries && need_programs && need_python || exit 1

# MARK: The steps

export SEALEDPUSH_STRICT=1
summary=()
failed=0

# step NAME COMMAND … runs it and goes on whatever comes of it.
step() {
    local name=$1 start=$SECONDS word=ok
    shift
    printf '\n== %s\n' "$name"
    "$@" </dev/null || { word=FAILED; failed=$((failed + 1)); }
    summary+=("$(printf '%-6s %5d s  %s' "$word" $((SECONDS - start)) "$name")")
}

# swift_test ARGUMENT … without the lines that only say which of a test's thousands of cases has begun.
swift_test() {
    swift test --disable-xctest "$@" 2>&1 | grep --line-buffered -v '^◇ Test case'
    return "${PIPESTATUS[0]}"
}

# Those that talk to servers, in a process of their own: they have deadlines, and the others take every core.
servers='^SealedPush(APNs|MQTT|Send|Listen)Tests'

step "tests, debug" swift_test --explicit-target-dependency-import-check error --skip "$servers"
step "tests with servers, debug" swift_test --explicit-target-dependency-import-check error --filter "$servers"
step "the reference over all vectors" python3 Tests/Reference/check_vectors.py
step "wrong readers, which the vectors must notice" python3 Tests/Reference/wrong_readers.py
step "the examples in Python" python3 Tests/Reference/check_examples.py
if $release; then
    step "tests, release" swift_test -c release -Xswiftc -enable-testing --skip "$servers"
    step "tests with servers, release" swift_test -c release -Xswiftc -enable-testing --filter "$servers"
    step "an outside package" Tests/consumer.sh
fi

printf '\n'
printf '%s\n' "${summary[@]}"
printf '%s in %d s\n' "$([[ $failed == 0 ]] && echo "All is well" || echo "$failed failed")" "$SECONDS"
[[ $failed == 0 ]]
