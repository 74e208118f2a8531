#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Messages a second that one publisher gets acknowledged (QoS 1) by one mosquitto, same message, one run: this client,
# mosquitto_pub -l, paho; then how long a push that has arrived takes until the listener shows it. By hand, on a machine
# that does nothing else.

set -euo pipefail
unset CDPATH

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
broker=
trap '[ -z "$broker" ] || kill "$broker"; rm -rf "$work"' EXIT
PATH="$PATH:/usr/sbin"

for program in mosquitto mosquitto_pub; do
    command -v "$program" >/dev/null || { apt-get -qq update && apt-get -qq -y install mosquitto mosquitto-clients; } \
        >"$work/apt" 2>&1 || { cat "$work/apt"; exit 69; }
done
venv="$here/.build/venv-mqtt"
if [ ! -x "$venv/bin/python3" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" --quiet --disable-pip-version-check install paho-mqtt
fi
for product in MQTTMessages ListenLatency; do
    swift build -c release --package-path "$here" --product "$product" >"$work/build" 2>&1 || { cat "$work/build"; exit 70; }
done
(cd "$root" && swift build -c release --product sealedpush-listen --scratch-path .build/benchmarks) >"$work/build" 2>&1 ||
    { cat "$work/build"; exit 70; }
programs=$(swift build -c release --package-path "$here" --show-bin-path)
listener="$root/.build/benchmarks/release/sealedpush-listen"

port=18830
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
cat >"$work/mosquitto.conf" <<END
listener $port 127.0.0.1
allow_anonymous true
log_type none
END
mosquitto -c "$work/mosquitto.conf" >"$work/broker" 2>&1 &
broker=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do kill -0 "$broker"; done

# A sealed push of the usual size, one to a line for mosquitto_pub.
printf '{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"encrypted-content":"%s"}' \
    "$(head -c 600 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d =)" >"$work/payload"
count=50000
awk -v count="$count" '{ for (number = 0; number < count; number++) print }' "$work/payload" >"$work/lines"
topic=$(head -c 16 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d =)

ours() { "$programs/MQTTMessages" "$port" "$topic" "$work/payload" "$count"; }
paho() { "$venv/bin/python3" "$here/mqtt_row.py" "$port" "$topic" "$work/payload" "$count"; }
reference() {
    local start=$EPOCHREALTIME
    mosquitto_pub -V 5 -h 127.0.0.1 -p "$port" -t "$topic" -q 1 -l <"$work/lines"
    awk -v start="$start" -v end="$EPOCHREALTIME" -v count="$count" 'BEGIN { print count / (end - start) }'
}
median() { sort -n | sed -n 3p; }

# In turns, so that what else the machine does meets all of them alike.
for _ in 1 2 3 4 5; do
    for name in ours reference paho; do "$name" >>"$work/$name"; done
done
declare -A rate
for name in ours reference paho; do rate[$name]=$(median <"$work/$name"); done
printf '%-34s %14s\n' 'messages a second, QoS 1' ''
printf '%-34s %14.0f\n' ours "${rate[ours]}" 'mosquitto_pub -l' "${rate[reference]}" paho "${rate[paho]}"
awk -v ours="${rate[ours]}" -v reference="${rate[reference]}" 'BEGIN {
    printf "%.2f of mosquitto_pub (target 0.9): %s\n", ours / reference, (ours >= 0.9 * reference ? "met" : "missed")
}'

mkdir "$work/device"
printf '\n%-34s %14s\n' 'arrival to shown, listener' milliseconds
"$programs/ListenLatency" "$port" "$listener" "$work/device" 2000 |
    awk -F '\t' '{ printf "%-34s %14.2f\n", $1, $2 }'
