#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# From a machine with nothing but a Swift toolchain to the whole life of a sealed push: installs what is missing, builds,
# runs the demo, says what to try next.

set -euo pipefail
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'quickstart: %s\n' "$*" >&2; }

if ! command -v swift >/dev/null 2>&1; then
    say "swift is missing; install it (https://www.swift.org/install/) and run this again"
    exit 69
fi

missing=()
command -v pkg-config >/dev/null 2>&1 || missing+=(pkg-config)
for library in libsodium:libsodium-dev sqlite3:libsqlite3-dev libcurl:libcurl4-openssl-dev openssl:libssl-dev \
    libnghttp2:libnghttp2-dev libmosquitto:libmosquitto-dev libsystemd:libsystemd-dev; do
    pkg-config --exists "${library%:*}" 2>/dev/null || missing+=("${library#*:}")
done
if [ "${#missing[@]}" -gt 0 ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        say "please install pkg-config and the development files of libsodium, SQLite, libcurl, nghttp2," \
            "OpenSSL, libmosquitto and libsystemd"
        exit 69
    fi
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "as root, run: apt-get install -y ${missing[*]}; then run this again"
            exit 77
        fi
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" apt-get install -y "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        say "could not install ${missing[*]}"
        exit 69
    fi
    rm -f "$log"
fi

say "building sealedpush and its demo; the first time takes some minutes"
log=$(mktemp)
for product in sealedpush sealedpush-demo; do
    if ! swift build -c release --static-swift-stdlib --product "$product" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        say "the build failed; what the compiler says stands above"
        exit 70
    fi
done
rm -f "$log"

programs=$(swift build -c release --static-swift-stdlib --show-bin-path)
"$programs/sealedpush" demo

cat <<TEXT

What to try next:
  bash Examples/install.sh          put the programs and their manual in place
  sealedpush --help                 the commands
  $programs/sealedpush --help
                                    the same, without installing
  README.md                         the four commands of a push's life, alerts to a desktop, delivery
TEXT
