// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files with names that break scripts.
struct FileNameTests {
    private static let names = [
        "a b", " a", "it's", "\"quoted\"", "a\nb", "a\tb", "$HOME", "`id`", "*", "é", "e\u{301}", "\u{202e}txt", "-a",
        "--json",
        "\u{1f511}", "a;b", "a\\b", "#", String(repeating: "n", count: 200),
    ]

    @Test("A whole life of keys and a push works under any name", arguments: names)
    func works(_ name: String) throws {
        let folder = try TemporaryDirectory()
        func path(_ ending: String) -> String { folder.url.path + "/" + name + ending }
        let words = try folder.write("words", "correct horse")
        for arguments in [
            ["key", "new", "device", "-o", path(".key")], ["key", "new", "signer", "-o", path(".door")],
            ["key", "export", path(".key"), "-o", path(".wrapped"), "--passphrase-file", words],
            ["key", "import", path(".wrapped"), "-o", path(".again"), "--passphrase-file", words],
        ] {
            let result = try CommandResult(arguments)
            #expect(result.code == 0, "\(result.error)")
        }
        try folder.write("pub", CommandResult(["key", "public", path(".again")]).output)
        let sealed = try CommandResult(["seal", "--to", folder.path("pub"), "--from", path(".door"), "--body", "x"])
        #expect(sealed.code == 0, "\(sealed.error)")
        let push = URL(filePath: path(".json"))
        try Data(sealed.output).write(to: push)
        try folder.write("door.pub", CommandResult(["key", "public", path(".door")]).output)
        let opened = try CommandResult([
            "open", "--key", path(".key"), "--trust", folder.path("door.pub"), path(".json"),
        ])
        #expect(opened.code == 0, "\(opened.error)")
        #expect(try CommandResult(["inspect", path(".json")]).code == 0)
    }

    @Test("Errors about it are one printable line", arguments: names)
    func errors(_ name: String) throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/" + name
        expectRefusal(try CommandResult(["inspect", path]), 66, says: "cannot read ")
        expectRefusal(try CommandResult(["key", "new", "device", "-o", "\(path)/x"]), 73, says: "cannot create ")
        try Data("{".utf8).write(to: URL(filePath: path))
        expectRefusal(try CommandResult(["key", "public", path]), 65, says: "this is JSON")
    }

    @Test("A relative path, and one that begins with a dash behind --, are paths as well")
    func relative() throws {
        let folder = try TemporaryDirectory()
        let script = """
            cd "$1" && "$0" key new device -o phone.key > phone.pub && "$0" key new signer -o -door.key > ./-door.pub \
            && "$0" seal --to ./phone.pub --from ./-door.key --body x > -push.json \
            && "$0" open --key phone.key --trust ./-door.pub -- -push.json && "$0" key public -- -door.key
            """
        let result = try Tool.shell(script, [folder.url.path])
        #expect(result.code == 0, "\(result.error)")
        #expect(result.lines.first == "body: x")
        #expect(result.lines.last?.hasPrefix("sealedpush:signer:") == true)
    }
}
