#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs sealedpush and its programs, their manual and the listener's unit for systemd below PREFIX, or takes them away
# again.
#
#   bash Examples/install.sh [PREFIX]              /usr/local for root, ~/.local for everyone else
#   bash Examples/install.sh --uninstall [PREFIX]

set -euo pipefail
unset CDPATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() { printf 'install: %s\n' "$*" >&2; }

uninstall=no
case "${1:-}" in
--uninstall)
    uninstall=yes
    shift
    ;;
-h | --help)
    sed -n '4,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
-*)
    say "unknown option $1; give a PREFIX, or --uninstall [PREFIX]"
    exit 64
    ;;
esac
if [ "$#" -gt 1 ]; then
    say "one PREFIX at most"
    exit 64
fi

if [ "$#" -eq 1 ]; then
    prefix=$1
    if [ -z "$prefix" ]; then
        say "PREFIX is empty: is a variable of the shell not set?"
        exit 64
    fi
elif [ "$(id -u)" -eq 0 ]; then
    prefix=/usr/local
elif [ -n "${HOME:-}" ]; then
    prefix=$HOME/.local
else
    say "HOME is not set; say where to: bash Examples/install.sh PREFIX"
    exit 64
fi

programs=(sealedpush sealedpush-demo sealedpush-send sealedpush-listen)
manuals=(sealedpush.1)
units=(sealedpush-listen.service)

if [ "$uninstall" = yes ]; then
    for name in "${programs[@]}"; do rm -f -- "$prefix/bin/$name"; done
    for name in "${manuals[@]}"; do rm -f -- "$prefix/share/man/man1/$name"; done
    for name in "${units[@]}"; do rm -f -- "$prefix/share/systemd/user/$name"; done
    say "removed from $prefix; keys are where you put them"
    exit 0
fi

if ! command -v swift >/dev/null 2>&1; then
    say "swift is missing; install it (https://www.swift.org/install/) and run this again"
    exit 69
fi
folders=("$prefix/bin" "$prefix/share/man/man1" "$prefix/share/systemd/user")
if ! mkdir -p -- "${folders[@]}" 2>/dev/null || [ ! -w "$prefix/bin" ]; then
    say "cannot write below $prefix; use another PREFIX, or sudo"
    exit 73
fi

# What holds the keys needs nothing of the system; what talks to a network or a screen uses the system's libraries.
build() {
    local flags=(--static-swift-stdlib)
    [ "$1" = sealedpush ] && flags=(-Xswiftc -static-executable --scratch-path .build/static)
    (cd "$here/.." && swift build -c release "${flags[@]}" --product "$1" >&2 &&
        swift build -c release "${flags[@]}" --show-bin-path)
}

for name in "${programs[@]}"; do
    built=$(build "$name")
    # First beside, then in one step in place: a program that runs now goes on with the old one.
    rm -f -- "$prefix/bin/.$name.new"
    cp -- "$built/$name" "$prefix/bin/.$name.new"
    if command -v strip >/dev/null 2>&1; then strip -- "$prefix/bin/.$name.new"; fi
    chmod 755 -- "$prefix/bin/.$name.new"
    mv -f -- "$prefix/bin/.$name.new" "$prefix/bin/$name"
done
for name in "${manuals[@]}"; do install -m 644 -- "$here/$name" "$prefix/share/man/man1/$name"; done
# A unit names its program by a whole path, where '%' would begin a specifier. Where PREFIX is /usr/local or ~/.local the
# user's systemd finds it.
bin=$(cd "$prefix/bin" && pwd)
for name in "${units[@]}"; do
    text=$(<"$here/systemd/$name")
    install -m 644 -- /dev/stdin "$prefix/share/systemd/user/$name" <<<"${text//\/usr\/local\/bin/"${bin//%/%%}"}"
done
say "installed into $prefix"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) say "$prefix/bin is not in PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
