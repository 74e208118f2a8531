#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the documentation: one catalog over the symbol graphs of all library products, where every warning is an error.
# Then compiles every piece of Swift in its articles, and holds the table of UserNotifications on Linux to the module.
#
# usage: Tests/docs.sh [FOLDER]
#
#   FOLDER   where the documentation is written; a temporary folder, which goes at the end, unless it is given

set -euo pipefail
unset CDPATH

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
catalog="$root/Sources/SealedPushCore/SealedPush.docc"
work=$(mktemp -d "${TMPDIR:-/tmp}/docs.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

fail() {
    printf 'docs.sh: %s\n' "$*" >&2
    exit 1
}

[[ $# -le 1 && ${1:-} != -* ]] || { echo "usage: Tests/docs.sh [FOLDER]" >&2; exit 64; }
output=${1:-$work/output}

# The tools lie beside swift; where that is a link, beside what it leads to.
swift=$(command -v swift) || fail "swift is missing: https://www.swift.org/install/"
tools=$(dirname "$(readlink -f "$swift")")
for tool in docc swift-symbolgraph-extract; do
    [[ -x $tools/$tool ]] || fail "$tool is missing: it is part of a Swift toolchain, beside swift"
done

# MARK: Symbol graphs

# Not by `swift package dump-symbol-graph`: it fails on test modules, which it does not build.
build=(swift build --package-path "$root" --build-system native)
"${build[@]}" </dev/null >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "the package does not build"
}
modules=$("${build[@]}" --show-bin-path 2>/dev/null)/Modules
maps=()
for map in "$root"/Sources/*/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')

# graph MODULE FOLDER
graph() {
    mkdir -p "$2"
    "$tools/swift-symbolgraph-extract" -module-name "$1" -target "$target" -I "$modules" "${maps[@]}" \
        -minimum-access-level public -omit-extension-block-symbols -output-dir "$2" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "no symbol graph of $1"
    }
}

swift package --package-path "$root" describe --type json </dev/null >"$work/package.json" 2>/dev/null
python3 - "$work/package.json" >"$work/libraries" <<'TEXT'
import json, sys

package = json.load(open(sys.argv[1], encoding="utf-8"))
libraries = [product for product in package["products"] if "library" in product["type"]]
print("\n".join(sorted({target for product in libraries for target in product["targets"]})))
TEXT
[[ -s $work/libraries ]] || fail "the package has no libraries"
while read -r module; do graph "$module" "$work/graphs"; done <"$work/libraries"
graph UserNotifications "$work/linux"
graph CoreLocation "$work/linux"

# MARK: The catalog

"$tools/docc" convert "$catalog" --additional-symbol-graph-dir "$work/graphs" --output-dir "$output" \
    --fallback-display-name SealedPush --fallback-bundle-identifier sealedpush --warnings-as-errors ||
    fail "the documentation has faults"

# MARK: UserNotifications on Linux

python3 - "$catalog/UserNotificationsOnLinux.md" "$work"/linux/{UserNotifications,CoreLocation}.symbols.json <<'TEXT' ||
import json, re, sys

article, *graphs = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
symbols = [symbol for graph in graphs for symbol in json.loads(graph)["symbols"] if len(symbol["pathComponents"]) == 1]
present = {symbol["pathComponents"][0].split("(")[0] for symbol in symbols}
rows = re.findall(r"^\|([^|]*)\| (there|absent) \|", article, re.MULTILINE)
said = {state: {name for names, found in rows if found == state for name in re.findall(r"`((?:UN|CL)\w+)", names)}
        for state in ("there", "absent")}
for name in sorted(present - said["there"]):
    print(f"UserNotificationsOnLinux.md does not say that {name} is there")
for name in sorted((said["there"] - present) | (said["absent"] & present)):
    print(f"UserNotificationsOnLinux.md is wrong about {name}")
sys.exit(present != said["there"] or bool(said["absent"] & present))
TEXT
    fail "the table of UserNotifications on Linux is not right"

# MARK: Swift in the articles

# One folder for each article, since several have a class of one name. What is no declaration goes into a function.
python3 - "$catalog" "$work/swift" <<'TEXT'
import pathlib, re, sys

catalog, output = map(pathlib.Path, sys.argv[1:])
for article in sorted(catalog.glob("*.md")):
    blocks = re.findall(r"^```swift\n(.*?)^```$", article.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for number, block in enumerate(block for block in blocks if not block.startswith(".package")):
        lines = block.splitlines()
        imports = [line for line in lines if line.startswith("import ")]
        rest = [line for line in lines if not line.startswith("import ")]
        if not any(re.match(r"(nonisolated final class|struct|func) ", line) for line in rest):
            rest = [f"func block{number}() async throws {{", *rest, "}"]
        folder = output / article.stem
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"Block{number}.swift").write_text("\n".join(imports + rest) + "\n", encoding="utf-8")
TEXT
cat >"$work/Around.swift" <<'TEXT'
import SealedPushCore

let deviceKeys: [String] = []
let deskKey = ""
func post(_ json: [UInt8], id: MessageID, expiresAt: Timestamp) async throws {}
func upload(_ card: String) async throws {}
func askToPairAgain() {}
typealias Phone = (name: String, key: String, token: String)
let phones: [Phone] = []
func forget(_ phone: Phone) {}
func log(_ line: String) {}
enum SharedContainer {
    static func path() throws -> String { "store.db" }
}
TEXT
count=0
for folder in "$work"/swift/*; do
    swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$modules" "${maps[@]}" \
        "$work/Around.swift" "$folder"/*.swift || fail "Swift in $(basename "$folder").md does not compile"
    count=$((count + $(find "$folder" -name '*.swift' | wc -l)))
done

echo "the documentation builds without a warning, and $count pieces of Swift in it compile"
