#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Does what the README and Examples tell a newcomer to do, from a clean clone: quickstart, install, every command of the
# README, against a broker and a test APNs on this machine, every piece of Swift in it, the server, the extension, uninstall.

set -euo pipefail
unset CDPATH

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
mqtt="$work/mqtt"
children=()
trap 'end_children; rm -rf "$work"' EXIT
clone="$work/clone"
prefix="$work/prefix"

fail() {
    printf 'examples.sh: %s\n' "$*" >&2
    exit 1
}

end_children() {
    if [ -e "$mqtt/listen.pid" ]; then kill "$(cat "$mqtt/listen.pid")" 2>/dev/null || true; fi
    for child in "${children[@]}"; do
        kill "$child" 2>/dev/null || continue
        wait "$child" 2>/dev/null || true
    done
    children=()
}

# until_line PATTERN FILE WHAT: waits for a line that a program in the background writes.
until_line() {
    for _ in {1..300}; do
        ! grep -Eq "$1" "$2" 2>/dev/null || return 0
        sleep 0.1
    done
    cat "$2"
    fail "$3"
}

# The lines of the README's fenced blocks of one language, a NUL after each block.
blocks() {
    awk -v open="\`\`\`$1" '$0 == open { inside = 1; next } /^```$/ { if (inside) printf "%c", 0; inside = 0 } inside' \
        "$clone/README.md"
}

git clone --quiet "$root" "$clone"

# MARK: The two commands of the set-up

(cd "$work" && bash "$clone/Examples/quickstart.sh" </dev/null >"$work/quickstart" 2>"$work/quickstart.error") || {
    cat "$work/quickstart" "$work/quickstart.error"
    fail "the quickstart failed"
}
grep -q '^Every step went as expected\.$' "$work/quickstart" || fail "the quickstart's demo did not go as expected"
bash "$clone/Examples/install.sh" "$prefix" </dev/null 2>"$work/install" || {
    cat "$work/install"
    fail "the installation failed"
}
PATH="$prefix/bin:$PATH"
export PATH
[ "$(command -v sealedpush)" = "$prefix/bin/sealedpush" ] || fail "sealedpush is not where it was installed"

# MARK: Every shell command of the README

mkdir "$work/life" "$work/receiver" "$work/sender"

# Runs a block of "Pairing" on one side, each with a store of its own; cards and pushes are carried to the other.
on() {
    (cd "$work/$1" && SEALEDPUSH_STORE="$work/$1/store.db" bash -euo pipefail -c "$block" </dev/null >"out" 2>"notes") || {
        cat "$work/$1/notes"
        fail "on the $1: $block"
    }
    cp "$work/$1"/*.card "$work/$2/" 2>/dev/null || true
    [ ! -e "$work/$1/push.json" ] || cp "$work/$1/push.json" "$work/$2/"
}

# Apple's place is taken by a server on this machine, which only the environment and a wrapper of the command know.
start_apns() {
    mkdir "$work/apns"
    python=python3
    if [ -x "$root/.build/python/bin/python3" ]; then python="$root/.build/python/bin/python3"; fi
    coproc APNS { "$python" "$clone/Tests/Fixtures/apns/apns_server.py" "$work/apns" 2>"$work/apns.error"; }
    read -r line <&"${APNS[0]}" || { cat "$work/apns.error"; fail "the test APNs does not start"; }
    port=${line//[^0-9]/}
    cp "$work/apns/key.p8" "$work/sender/AuthKey_KEY1234567.p8"
    chmod 600 "$work/sender/AuthKey_KEY1234567.p8"
    mkdir "$work/bin"
    cat >"$work/bin/sealedpush" <<TEXT
#!/bin/sh
[ "\$1" = send ] && set -- "\$@" --host localhost:$port --ca "$work/apns/ca.pem"
exec "$prefix/bin/sealedpush" "\$@"
TEXT
    chmod 755 "$work/bin/sealedpush"
    PATH="$work/bin:$PATH"
}

# A broker on this machine takes the place of the README's, under TLS, which a wrapper of the command alone knows. A
# stranger reads along.
start_broker() {
    local PATH="$PATH:/usr/sbin" port
    for program in mosquitto mosquitto_sub openssl; do
        command -v "$program" >/dev/null || fail "$program is missing; Tests/run.sh installs it"
    done
    mkdir -p "$mqtt/bin" "$work/desktop" "$work/server"
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    (
        cd "$mqtt"
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem
        openssl req -newkey rsa:2048 -nodes -subj /CN=broker -keyout broker.key -out broker.csr
        openssl x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out broker.pem \
            -extfile <(echo subjectAltName=DNS:localhost)
    ) 2>"$mqtt/openssl" || { cat "$mqtt/openssl"; fail "no certificate for the broker"; }
    # Started by root it would become another user, who cannot read this folder.
    cat >"$mqtt/mosquitto.conf" <<TEXT
user root
listener $port 127.0.0.1
certfile $mqtt/broker.pem
keyfile $mqtt/broker.key
allow_anonymous true
persistence true
persistence_location $mqtt/
log_type all
TEXT
    mosquitto -c "$mqtt/mosquitto.conf" >"$mqtt/log" 2>&1 &
    children+=($!)
    until_line ' running$' "$mqtt/log" "the broker does not start"
    mosquitto_sub -h localhost -p "$port" --cafile "$mqtt/ca.pem" -i stranger -t '#' -v >"$mqtt/stranger" &
    children+=($!)
    until_line 'SUBACK to stranger' "$mqtt/log" "the stranger does not get in"
    cat >"$mqtt/bin/sealedpush" <<TEXT
#!/bin/bash
words=("\${@//mqtts:\/\/broker.example.com/mqtts://localhost:$port}")
case \$1 in
listen) words+=(--ca "$mqtt/ca.pem") && echo \$\$ >"$mqtt/listen.pid" ;;
send) words+=(--ca "$mqtt/ca.pem") ;;
esac
exec "$prefix/bin/sealedpush" "\${words[@]}"
TEXT
    chmod 755 "$mqtt/bin/sealedpush"
}

# at PLACE BLOCK: runs a block of "Alerts from my server" on the desktop, which has no screen here, or on the server.
at() {
    (
        cd "$work/$1"
        unset DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR SEALEDPUSH_STORE
        XDG_DATA_HOME="$work/$1/data" PATH="$mqtt/bin:$PATH" \
            bash -euo pipefail -c "$2" </dev/null >>out 2>>notes
    )
}

at_server() {
    at server "$1" || { cat "$work/server/notes"; fail "on the server: $1"; }
}

# What the README says of alerts from here on, and what the broker saw of them.
end_alerts() {
    local shown="$work/desktop/out" send='sealedpush send --to desk --title Backup' file
    at_server "$send --body 'db2: the disk is full'"
    until_line '^ +db2: the disk is full$' "$shown" "a signed alert was not shown"
    at_server "$send --body 'db3: from somebody' --anonymous"
    until_line '^ +New notification$' "$shown" "an unsigned alert was not shown as the placeholder"
    kill "$(cat "$mqtt/listen.pid")"
    wait "$listening" || fail "the listener did not end with 0"
    rm "$mqtt/listen.pid"
    at_server "$send --body 'db4: the disk is full'"
    at desktop 'sealedpush listen --max 1' || {
        cat "$work/desktop/notes"
        fail "the listener does not start again"
    }
    rm "$mqtt/listen.pid"
    grep -qx ' *db4: the disk is full' "$shown" || fail "what was sent while nobody listened was not shown"
    [ "$(grep -c Backup "$shown")" -eq 4 ] || fail "the desktop did not show each alert once"
    ! grep -q db3 "$shown" || fail "the desktop showed the text of a stranger"
    grep -qx 'sealedpush: 3 opened, 1 could not be opened' "$work/desktop/notes" || fail "the listener does not sum up"
    end_children
    [ "$(grep -c '^sealedpush/.*"encrypted-content"' "$mqtt/stranger")" -eq 5 ] || fail "the stranger saw no pushes"
    for file in stranger log mosquitto.db; do
        [ -s "$mqtt/$file" ] || fail "the broker left no $file"
        if grep -aEq 'Backup|disk is full|still full|somebody|desk|server' "$mqtt/$file"; then
            fail "the broker's $file has a text or a name in it"
        fi
    done
}

while IFS= read -r -d '' block; do
    case "$block" in
    "sealedpush key new device desk"*"sealedpush listen"*)
        start_broker
        at desktop "$block" &
        listening=$!
        until_line "listening as 'desk' at mqtts://localhost" "$work/desktop/notes" "the listener does not start"
        cp "$work/desktop/desk.card" "$work/server/"
        ;;
    "sealedpush key trust desk.card"*"sealedpush send "*)
        at_server "$block"
        grep -Eqx 'desk: accepted by mqtt as [0-9a-f-]{36}' "$work/server/out" || fail "the broker did not accept"
        until_line '^ +db1: the disk is full$' "$work/desktop/out" "the desktop did not show the alert"
        ;;
    "sealedpush key new signer server"*)
        at_server "$block"
        cp "$work/server/server.card" "$work/desktop/"
        # As the README says: until the desktop trusts the server, --anonymous.
        at_server "sealedpush send --to desk --anonymous --title Backup --body 'db1: still full'"
        until_line '^ +db1: still full$' "$work/desktop/out" "an unsigned alert was not shown before there was trust"
        ;;
    "sealedpush key trust server.card"*)
        at desktop "$block" || { cat "$work/desktop/notes"; fail "on the desktop: $block"; }
        end_alerts
        alerted=yes
        ;;
    "sealedpush key new device phone"$'\n'*card*) on receiver sender ;;
    *--apns-token*)
        printf 'ab%.0s' {1..32} >"$work/receiver/device-token"
        on receiver sender
        ;;
    *"sealedpush send "*)
        start_apns
        on sender receiver
        grep -Eqx 'phone: accepted by apns as [0-9a-f-]{36}' "$work/sender/out" || fail "the test APNs did not accept"
        sent=yes
        ;;
    *"key trust phone.card"*) on sender receiver ;;
    *"key trust door.card"*)
        on receiver sender
        grep -qx 'added door, a signer' "$work/receiver/out" || fail "the receiver did not accept the sender's card"
        ;;
    *"key verify"*)
        on receiver sender
        on sender receiver
        [ "$(grep -Ecx '([0-9]{5} ){11}[0-9]{5}' "$work/sender/out")" -eq 2 ] || fail "no numbers to compare"
        cmp "$work/receiver/out" "$work/sender/out" || fail "the two sides do not print the same numbers"
        ;;
    "sealedpush seal --to phone "*) on sender receiver ;;
    "sealedpush open push.json"*)
        on receiver sender
        grep -qx 'title: Door' "$work/receiver/out" || fail "what was sealed by name does not open"
        grep -q '^from:  door (sealedpush:signer:' "$work/receiver/out" || fail "the sender is not named"
        paired=yes
        ;;
    *"key new"*)
        (cd "$work/life" && bash -euo pipefail -c "$block" </dev/null >"$work/opened")
        grep -qx 'title: Door' "$work/opened" || fail "the four commands did not open the push"
        grep -qx 'body:  Front door opened' "$work/opened" || fail "the four commands did not show the text"
        ;;
    *Examples/quickstart.sh*Examples/install.sh*) ;; # what was done above
    *) fail "a block of the README that this script does not run: $block" ;;
    esac
done < <(blocks sh)
[ -s "$work/opened" ] || fail "the README has no commands"
[ "${alerted:-no}" = yes ] || fail "the README has no alerts from a server"
[ "${paired:-no}" = yes ] || fail "the README does not pair"
[ "${sent:-no}" = yes ] || fail "the README does not send"

# MARK: Every piece of Swift in the README, as users' code

mkdir -p "$work/package/Sources/Readme"
cat >"$work/package/Package.swift" <<TEXT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "Readme",
    dependencies: [.package(name: "SealedPush", path: "$clone")],
    targets: [
        .target(
            name: "Readme",
            dependencies: [
                "SealedPushSender", "SealedPushStore", "SealedPushExtension", "NotificationHost",
            ].map { .product(name: \$0, package: "SealedPush") }
        )
    ]
)
TEXT
cat >"$work/package/Sources/Readme/Around.swift" <<'TEXT'
import SealedPushSender

let deviceKeys: [String] = []
func post(_ json: [UInt8], id: String, expires: UInt64) async throws {}
enum SharedContainer {
    static func path() throws -> String { "store.db" }
}
TEXT
number=0
while IFS= read -r -d '' block; do
    case "$block" in
    .package* | *Package.swift*) continue ;; # lines of a manifest
    esac
    number=$((number + 1))
    {
        grep '^import ' <<<"$block"
        if grep -q '^nonisolated final class' <<<"$block"; then
            grep -v '^import ' <<<"$block"
        else
            printf 'func readme%d() async throws {\n' "$number"
            grep -v '^import ' <<<"$block"
            printf '}\n'
        fi
    } >"$work/package/Sources/Readme/Block$number.swift"
done < <(blocks swift)
[ "$number" -ge 2 ] || fail "the README has only $number pieces of Swift"
# The extension as it is copied: the file for Apple's App Groups has its place taken by a path.
cp "$clone/Examples/NotificationService/NotificationService.swift" "$work/package/Sources/Readme/Example.swift"
sed -i 's/class NotificationService:/class ExampleService:/' "$work/package/Sources/Readme/Example.swift"
# So are these, each alone, in a package without this one's settings.
cp "$clone"/Examples/UserNotifications/*.swift "$work/package/Sources/Readme/"
swift build --package-path "$work/package" </dev/null >"$work/build" 2>&1 || {
    cat "$work/build"
    fail "Swift of the README or of an example does not compile"
}
if grep -n 'warning:' "$work/build"; then fail "Swift of the README or of an example compiles with warnings"; fi

# MARK: The server

(
    cd "$work/life"
    printf '0123abcd %s\nnonsense\n' "$(grep :device: phone.pub)" >devices.txt
    swift run --package-path "$clone/Examples/Server" Server door.key devices.txt Door "Front door opened" \
        </dev/null >server 2>server.error && fail "the server skipped a device and ended with 0"
    [ "$(wc -l <server)" -eq 1 ] || fail "the server did not seal for its one good device"
    grep -q '^skipped nonsense: ' server.error || fail "the server did not say what it skipped"
    cut -d' ' -f4- server | sealedpush open --key phone.key --trust ./door.pub | grep -qx 'title: Door' ||
        fail "what the server sealed does not open"
)

# MARK: The manual

if command -v man >/dev/null; then
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -l "$prefix/share/man/man1/sealedpush.1" \
        >/dev/null 2>"$work/man" || fail "the manual cannot be read"
    [ ! -s "$work/man" ] || { cat "$work/man"; fail "the manual has faults"; }
fi

# MARK: The service

unit="$prefix/share/systemd/user/sealedpush-listen.service"
grep -q "^ExecStart=$prefix/bin/sealedpush-listen " "$unit" || fail "the unit does not start what was installed"
if command -v systemd-analyze >/dev/null; then
    XDG_RUNTIME_DIR="$work" systemd-analyze --user --man=no verify "$unit" >"$work/verify" 2>&1 || {
        cat "$work/verify"
        fail "the unit has faults"
    }
fi

# MARK: Away again

bash "$clone/Examples/install.sh" --uninstall "$prefix" 2>/dev/null
[ -z "$(find "$prefix" -type f)" ] || fail "uninstalling left files"
(cd "$clone" && [ -z "$(git status --porcelain)" ]) || fail "the clone is not clean any more"

echo "the README and the examples do what they say"
