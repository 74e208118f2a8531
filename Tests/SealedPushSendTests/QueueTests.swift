// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCore
import SealedPushReceiver
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// `--queue`: lines in, lines out.
struct QueueTests {
    private let folder: SendFolder
    private let post = FakePost()
    private static let payload = #"{"aps":{"alert":"hello"}}"#

    init() throws {
        folder = try SendFolder()
        try folder.device("phone")
        try folder.device("tablet", token: "bb")
    }

    private func queue(_ lines: String..., options: [String] = []) async throws -> SendRun {
        try await folder.send(["--queue"] + options, input: lines.joined(separator: "\n"), by: post)
    }

    @Test("Each line has its answer with the id that came with it, as it was spelled")
    func ids() async throws {
        let ids = [#""a""#, "7", "1.50e3", #""\u0041\n""#]
        let lines = ids.map { #"{"id":\#($0),"to":"phone","payload":\#(Self.payload)}"# }
        let run = try await folder.send(["--queue"], input: lines.joined(separator: "\r\n") + "\n\n", by: post)
        #expect(run.code == 0, "\(run.error)")
        #expect(run.error == "sealedpush: note: 4 of 4 sent\n")
        #expect(
            Set(run.lines.compactMap { $0.split(separator: #","to""#).first.map(String.init) })
                == Set(ids.map { #"{"id":\#($0)"# })
        )
        #expect(run.json.allSatisfy { $0["status"] as? String == "accepted" && $0["to"] as? String == "phone" })
        #expect(Set(run.json.compactMap { $0["messageID"] as? String }) == Set(post.requests.map(\.id.description)))
    }

    @Test("A line without an id is told by its number, whatever comes of it")
    func numbers() async throws {
        let run = try await queue(
            #"{"to":"phone","payload":\#(Self.payload)}"#,
            #"{"id":"mine","to":"phone","payload":\#(Self.payload)}"#,
            #"{"to":"nobody","payload":\#(Self.payload)}"#
        )
        let numbers = Dictionary(run.json.map { ($0["line"] as? Int, $0["status"] as? String) }) { $1 }
        #expect(numbers == [1: "accepted", nil: "accepted", 3: "failed"])
    }

    @Test("Answers come in the order in which pushes are done")
    func order() async throws {
        let slow = try SendFolder.apns("aa")
        post.hold(slow)
        let lines =
            #"{"id":1,"to":"phone","payload":\#(Self.payload)}"# + "\n"
            + #"{"id":2,"to":"tablet","payload":\#(Self.payload)}"#
        let output = folder.folder.path("results")
        async let run = SendRun(
            ["--queue"],
            input: lines,
            outputPath: output,
            environment: folder.environment,
            making: post.making
        )
        func written() -> [String] {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            return text.matches(of: /"id":(\d)/).map { String($0.output.1) }
        }
        let end = ContinuousClock.now + .seconds(60)
        while written() != ["2"], ContinuousClock.now < end { await Task.yield() }
        #expect(written() == ["2"])
        post.release(slow)
        #expect(try await run.code == 0)
        #expect(written() == ["2", "1"])
    }

    @Test(
        "A bad line is answered, names its line or id, and stops nothing",
        arguments: [
            ("rubbish", "no JSON object"), ("[1]", "no JSON object"), (#"{"to":"phone""#, "no JSON object"),
            ("{}", "to is missing"), (#"{"to":7}"#, "to is a number, expected a string"),
            (#"{"to":"phone"}"#, "payload is missing"), (#"{"to":"phone","payload":"x"}"#, "payload is not JSON"),
            (#"{"to":"phone","payload":{"aps":{}}}"#, "nothing"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"ttl":0}"#, "ttl is a number of seconds"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"ttl":2592001}"#, "ttl is a number of seconds"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"priority":"10"}"#, "priority is 10, 5 or 1"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"tittle":"x"}"#, "unknown member 'tittle'"),
            (#"{"to":"phone","id":[1],"payload":{}}"#, "id is no string or number"),
            (#"{"to":"nobody","payload":{"aps":{"alert":"x"}}}"#, "no recipient 'nobody'"),
            (#"{"to":"./key","payload":{"aps":{"alert":"x"}}}"#, "no file"),
            (#"{"to":"sealedpush:device-secret:x","payload":{}}"#, "no secret key"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"address":{}}"#, "address has neither"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"address":{"apns":{"token":"abc"}}}"#, "address.apns"),
            (#"{"to":"phone","payload":{"aps":{"alert":"x"}},"address":{"mqtt":{"url":"x"}}}"#, "address.mqtt"),
            ("\u{0}\u{1}", "no JSON object"),
        ]
    )
    func badLine(_ line: String, _ says: String) async throws {
        let good = #"{"id":"good","to":"phone","payload":\#(Self.payload)}"#
        let run = try await queue("", line, good)
        #expect(run.code == 1)
        let failed = try #require(run.json.first { $0["status"] as? String == "failed" })
        #expect(failed["line"] as? Int == 2)
        let message = (failed["error"] as? [String: Any])?["message"] as? String
        #expect(message?.contains(says) == true, "\(message ?? "")")
        #expect(run.json.contains { $0["id"] as? String == "good" && $0["status"] as? String == "accepted" })
        #expect(run.json.count == 2)
        #expect(post.parcels.count == 1)
    }

    @Test("A line that is longer than any push is skipped as one, wherever it ends")
    func longLine() async throws {
        let good = #"{"id":"good","to":"phone","payload":\#(Self.payload)}"#
        let long = String(repeating: "x", count: QueueReader.maximumLength * 3)
        let run = try await queue(good, long, good, long)
        #expect(run.json.filter { $0["status"] as? String == "accepted" }.count == 2)
        let failed = run.json.filter { $0["status"] as? String == "failed" }
        #expect(Set(failed.compactMap { $0["line"] as? Int }) == [2, 4])
    }

    @Test("Keys and addresses may come with the line, for those who keep them elsewhere")
    func address() async throws {
        let device = try Device("stranger")
        let key = device.key.publicKey.description
        let apns = #"{"apns":{"token":"0A","topic":"com.example.app","environment":"development"}}"#
        let mqtt = #"{"mqtt":{"url":"mqtts://broker.example","topic":"a/b"}}"#
        let run = try await queue(
            #"{"id":1,"to":"\#(key)","address":\#(apns),"payload":\#(Self.payload)}"#,
            #"{"id":2,"to":"\#(key)","address":\#(mqtt),"payload":\#(Self.payload)}"#
        )
        #expect(run.code == 0, "\(run.output)")
        #expect(Set(post.parcels.map(\.route.transport)) == [.apns, .mqtt])
        let request = try #require(post.requests.first)
        #expect(request.deviceToken == "0A")
        #expect(post.channels.contains(.apns(.development)))
        let receiver = Receiver(
            keys: InMemoryKeyStore(
                keys: [OpeningKey(device.key)],
                trusting: [TrustedSigner(folder.signer, name: "door")]
            ),
            seen: nil
        )
        #expect(try receiver.opener.open(payload: request.payload).payload.body == "hello")
    }

    @Test("A line says more of itself than the command line does, which stands where it says nothing")
    func defaults() async throws {
        let run = try await queue(
            #"{"id":1,"to":"phone"}"#,
            #"{"id":2,"to":"tablet","payload":\#(Self.payload),"ttl":60,"collapseID":"own","priority":1}"#,
            options: ["--body", "from the command line", "--ttl", "1h", "--collapse-id", "all", "--priority", "5"]
        )
        #expect(run.code == 0, "\(run.output)")
        let first = try #require(post.requests.first { $0.deviceToken == "aa" })
        #expect(first.collapseID == "all")
        #expect(first.priority == .powerAware)
        let second = try #require(post.requests.first { $0.deviceToken == "bb" })
        #expect(second.collapseID == "own")
        #expect(second.priority == .lowest)
        let (long, short) = (try #require(first.expiration).seconds, try #require(second.expiration).seconds)
        #expect((3530...3550).contains(long - short))
    }

    @Test("A line may have a time to live of its own for the payload of the command line")
    func ownTimeToLive() async throws {
        let run = try await queue(
            #"{"id":1,"to":"phone"}"#,
            #"{"id":2,"to":"tablet","ttl":60}"#,
            options: ["--title", "T", "--ttl", "1h"]
        )
        #expect(run.code == 0, "\(run.output)")
        let long = try #require(post.requests.first { $0.deviceToken == "aa" }?.expiration).seconds
        let short = try #require(post.requests.first { $0.deviceToken == "bb" }?.expiration).seconds
        #expect((3530...3550).contains(long - short))
    }

    @Test("A worker sees at once that its signer was revoked or a contact has a newer card")
    func changedStore() async throws {
        let phone = try Device("phone")
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let (input, output) = (ends, folder.folder.path("results"))
        defer { close(input[0]) }
        func send(_ id: Int, _ name: String) async {
            let line = #"{"id":\#(id),"to":"\#(name)"}"# + "\n"
            _ = line.utf8.withContiguousStorageIfAvailable { write(input[1], $0.baseAddress, $0.count) }
            func count() -> Int {
                ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").count { $0 == "\n" }
            }
            let end = ContinuousClock.now + .seconds(60)
            while count() < id, ContinuousClock.now < end { await Task.yield() }
        }
        try phone.introduce(to: folder.store, at: PushAddress(apns: SendFolder.apns("c1")), serial: 1, as: "other")
        async let run = SendRun(
            ["--queue", "--body", "x"],
            inputDescriptor: input[0],
            outputPath: output,
            environment: folder.environment,
            making: post.making
        )
        await send(1, "other")
        try phone.introduce(to: folder.store, at: PushAddress(apns: SendFolder.apns("c2")), serial: 2, as: "other")
        await send(2, "other")
        #expect(post.requests.map(\.deviceToken) == ["c1", "c2"])
        _ = try folder.store.revoke("door")
        await send(3, "other")
        #expect(post.requests.count == 2)
        let gate = try folder.store.makeSigner("gate").publicKey
        await send(4, "other")
        close(input[1])
        #expect(try await run.code == 1)
        let last = try #require(post.requests.last)
        #expect(post.requests.count == 3)
        let keys = InMemoryKeyStore(
            keys: [OpeningKey(phone.key)],
            trusting: [TrustedSigner(gate, name: "gate")]
        )
        #expect(try Receiver(keys: keys, seen: nil).opener.open(payload: last.payload).payload.body == "x")
        let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains(#""id":3"#) && $0.contains("who sends?") } == 1)
    }

    @Test("No lines are nothing to do")
    func empty() async throws {
        let run = try await queue("")
        #expect(run.code == 0)
        #expect(run.output == "")
    }
}
