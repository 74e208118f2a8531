#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Does what the README and Examples tell a newcomer to do, from a clean clone: quickstart, install, every command of the
# README, every piece of Swift in it, the server, the extension, uninstall.

set -euo pipefail
unset CDPATH

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone="$work/clone"
prefix="$work/prefix"

fail() {
    printf 'examples.sh: %s\n' "$*" >&2
    exit 1
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

while IFS= read -r -d '' block; do
    case "$block" in
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
                "SealedPushSender", "SealedPushStore", "SealedPushExtension", "SealedPushTesting", "NotificationHost",
                "DesktopNotifications",
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
[ "$number" -ge 3 ] || fail "the README has only $number pieces of Swift"
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

# MARK: Away again

bash "$clone/Examples/install.sh" --uninstall "$prefix" 2>/dev/null
[ -z "$(find "$prefix" -type f)" ] || fail "uninstalling left files"
(cd "$clone" && [ -z "$(git status --porcelain)" ]) || fail "the clone is not clean any more"

echo "the README and the examples do what they say"
