#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Requests a second over one HTTP/2 connection, same server (nghttpd, TLS), same payload, one run: this client, aioapns,
# httpx, and h2load as the ceiling, at 100 and at 1,000 streams; then sealing and sending together against the slower of the
# two. By hand, on a machine that does nothing else.

set -euo pipefail
unset CDPATH

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

for program in nghttpd h2load; do
    command -v "$program" >/dev/null || { apt-get -qq update && apt-get -qq -y install nghttp2; } >"$work/apt" 2>&1 ||
        { cat "$work/apt"; exit 69; }
done
venv="$here/.build/venv-apns"
if [ ! -x "$venv/bin/python3" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" --quiet install aioapns 'httpx[http2]'
fi
swift build -c release --package-path "$here" --product APNsRequests >"$work/build" 2>&1 || { cat "$work/build"; exit 70; }
client=$(swift build -c release --package-path "$here" --show-bin-path)/APNsRequests

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext 'subjectAltName=DNS:localhost' \
    -keyout "$work/server.key" -out "$work/server.pem" 2>/dev/null
openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$work/key.p8"
chmod 600 "$work/key.p8"
token=$(printf 'ab%.0s' {1..32})
mkdir -p "$work/root/3/device"
: >"$work/root/3/device/$token"
# A sealed push of the usual size.
printf '{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}' \
    "$(head -c 600 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d =)" >"$work/payload"

port=18443
while (exec 3<>"/dev/tcp/localhost/$port") 2>/dev/null; do port=$((port + 1)); done
nghttpd -d "$work/root" -m 1000 -w 20 -W 20 "$port" "$work/server.key" "$work/server.pem" >/dev/null 2>&1 &
server=$!
until (exec 3<>"/dev/tcp/localhost/$port") 2>/dev/null; do kill -0 "$server"; done

ours() { "$client" "$port" "$work/server.pem" "$work/key.p8" "$1" "$2" "${@:3}"; }
python() { "$venv/bin/python3" "$here/apns_rows.py" "$1" "$port" "$work/server.pem" "$work/key.p8" "$2" "$3" "$work/payload"; }
ceiling() {
    h2load -n "$2" -c 1 -m "$1" -w 20 -W 20 -d "$work/payload" -H 'apns-topic: com.example.app' -H 'apns-push-type: alert' \
        -H "authorization: bearer $(printf 'x%.0s' {1..200})" -H 'apns-id: 123e4567-e89b-12d3-a456-426614174000' \
        "https://localhost:$port/3/device/$token" | sed -n 's/^finished in .*, \(.*\) req\/s, .*/\1/p'
}
median() { sort -n | sed -n 2p; }
three() { for _ in 1 2 3; do "$@"; done | median; }

printf '%-34s %14s %14s\n' 'requests a second' '100 streams' '1,000 streams'
declare -A rate
for streams in 100 1000; do
    rate[ours$streams]=$(three ours "$streams" 50000)
    rate[aioapns$streams]=$(three python aioapns "$streams" 3000)
    rate[httpx$streams]=$(three python httpx "$streams" 3000)
    rate[h2load$streams]=$(three ceiling "$streams" 100000)
done
for name in ours aioapns httpx h2load; do printf '%-34s %14.0f %14.0f\n' "$name" "${rate[${name}100]}" "${rate[${name}1000]}"; done
sealing=$(three ours 100 50000 seal)
printf '%-34s %14.0f\n' 'sealing and sending' "$sealing"
alone=$(three ours 100 50000 seal-alone)
printf '%-34s %14.0f\n' 'sealing alone' "$alone"
long=1000000
memory=$(ours 100 "$long" memory | tr '\n' ' ')
printf '%-34s %14s\n' "memory in $long pushes, kB" "$(awk '{ printf "%d → %d", $1, $2 }' <<<"$memory")"
awk -v ours="${rate[ours100]}" -v theirs="${rate[aioapns100]}" -v both="$sealing" -v alone="$alone" 'BEGIN {
    printf "%.1f times aioapns at 100 streams (target 6): %s\n", ours / theirs, (ours >= 6 * theirs) ? "met" : "missed"
    slower = ours < alone ? ours : alone
    printf "%.2f of the slower half, sealing and sending (target 0.85): %s\n", both / slower, (both >= 0.85 * slower) ? "met" : "missed"
}'
