// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The payloads that people write, through `seal` and `open` (`Tests/Payloads/README.md`).
struct PayloadFileTests {
    private static let nothingVisible: Set = ["silent-background", "badge-only"]
    private static let tooLong: Set = ["too-long"]

    private static let all = TestFiles.list("Payloads", ending: ".apns").map {
        $0.deletingPathExtension().lastPathComponent
    }
    private static let ordinary = all.filter { !nothingVisible.contains($0) && !tooLong.contains($0) }

    private static func path(_ name: String) -> String {
        TestFiles.tests.appending(path: "Payloads/\(name).apns").path
    }

    @Test("The payloads are all there")
    func count() {
        #expect(Self.all.count == 15)
    }

    @Test(
        "An ordinary payload comes out of seal and open with nothing lost, from a file and from standard input",
        arguments: ordinary
    )
    func roundTrip(_ name: String) throws {
        let keys = try KeyFolder()
        let given = try keys.bytes(of: Self.path(name))
        let (inner, bundle) = try Self.withoutSimulatorBundle(JSON.minified(String(decoding: given, as: UTF8.self)))
        let recipients = [(keys.phonePublic, keys.phone), (keys.phoneText, keys.phone), (keys.group, keys.group)]
        for (recipient, key) in recipients {
            for sender in [["--from", keys.door], ["--anonymous"]] {
                let seal = ["seal", "--to", recipient] + sender
                for sealed in try [
                    CommandResult(seal + [Self.path(name)]), CommandResult(seal, input: given),
                    CommandResult(seal + ["-"], input: given),
                ] {
                    #expect(sealed.code == 0, "\(sealed.error)")
                    #expect(sealed.output.count <= 4096)
                    let outer = try #require(JSON.object(sealed.text))
                    #expect(outer["Simulator Target Bundle"] as? String == bundle)
                    #expect((outer["aps"] as? [String: Any])?["mutable-content"] as? Int == 1)
                    let opened = try CommandResult(
                        ["open", "--json", "--key", key, "--trust", keys.doorPublic, "--allow-anonymous"],
                        input: sealed.output
                    )
                    let line = try OpenedLine(opened, payload: inner)
                    #expect(line.signer == (sender == ["--anonymous"] ? nil : keys.doorText))
                }
            }
        }
    }

    @Test("A payload with nothing to see is refused with the reason", arguments: nothingVisible)
    func silent(_ name: String) throws {
        let keys = try KeyFolder()
        let result = try CommandResult(["seal", "--to", keys.phonePublic, "--anonymous", Self.path(name)])
        expectRefusal(result, 65, says: "the system would not run the extension that opens it")
        #expect(result.error.contains(name == "badge-only" ? "aps.alert has no text" : "silent background push"))
    }

    @Test("A payload that is too long is refused with size, limit, overshoot and the largest field", arguments: tooLong)
    func refused(_ name: String) throws {
        let keys = try KeyFolder()
        let result = try CommandResult(["seal", "--to", keys.phonePublic, "--anonymous", Self.path(name)])
        expectRefusal(result, 65, says: "over the limit of 4096", "aps.alert.body takes most", "--shorten")
    }

    @Test("A payload that is too long fits when its body may be shortened, and that is said", arguments: tooLong)
    func shortened(_ name: String) throws {
        let keys = try KeyFolder()
        let result = try CommandResult(
            ["seal", "--to", keys.phonePublic, "--from", keys.door, "--shorten", Self.path(name)]
        )
        #expect(result.code == 0)
        #expect(result.output.count <= 4096)
        expectOneLine(result.error)
        #expect(result.error.contains("note: body shortened from "))
        let opened = try keys.opened(result.output)
        #expect(opened.code == 0)
        #expect(opened.text.contains("title: Minutes\n"))
        #expect(opened.text.contains("…\nfrom:"))
    }

    /// What Apple's simulator reads stays outside the seal.
    private static func withoutSimulatorBundle(_ json: String) throws -> (inner: String, bundle: String?) {
        guard let range = json.range(of: #","Simulator Target Bundle":""#) else { return (json, nil) }
        let end = try #require(json[range.upperBound...].firstIndex(of: "\""))
        let rest = json[json.index(after: end)...]
        return (String(json[..<range.lowerBound]) + rest, String(json[range.upperBound..<end]))
    }
}
