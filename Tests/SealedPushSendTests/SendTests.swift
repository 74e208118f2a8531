// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCLI
import SealedPushCore
import SealedPushReceiver
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// Whom a push goes to, by which way, and what is told of it.
struct SendTests {
    private let folder: SendFolder
    private let post = FakePost()

    init() throws { folder = try SendFolder() }

    @Test("The contact's name is enough: sealed to its key, signed, and handed over with its token and topic")
    func oneName() async throws {
        let phone = try folder.device("phone", token: "00ff")
        let run = try await folder.send(
            ["--to", "phone", "--title", "Door", "--body", "Opened", "--ttl", "1h"],
            by: post
        )
        #expect(run.code == 0, "\(run.error)")
        #expect(run.error == "")
        let request = try #require(post.requests.first)
        #expect(post.requests.count == 1)
        #expect(run.output == "phone: accepted by apns as \(request.id)\n")
        #expect(request.deviceToken == "00ff")
        #expect(request.topic == SendFolder.topic)
        #expect(request.pushType == .alert)
        #expect(request.priority == .immediate)
        #expect(request.collapseID == nil)
        #expect(post.channels == [.apns(.production)])
        let receiver = Receiver(
            keys: InMemoryKeyStore(
                keys: [OpeningKey(phone.key)],
                trusting: [TrustedSigner(folder.signer, name: "door")]
            ),
            seen: InMemorySeenIDs()
        )
        let opened = try receiver.opener.open(payload: request.payload)
        #expect(opened.payload.title == "Door")
        #expect(opened.payload.body == "Opened")
        #expect(opened.id == request.id)
        #expect(request.expiration == opened.expiresAt)
        let left = try #require(request.expiration).seconds - Timestamp.now().seconds
        #expect((3500...3600).contains(left))
    }

    @Test("What is said to APNs beside the payload comes from the options")
    func headers() async throws {
        try folder.device("phone")
        let id = "5f0c1a52-98b1-4d5e-a1c4-2f7b3e9d6a10"
        let run = try await folder.send(
            [
                "--to", "phone", "--body", "x", "--priority", "5", "--collapse-id", "door", "--id", id,
                "--push-type", "voip", "--limit", "5120",
            ],
            by: post
        )
        #expect(run.code == 0, "\(run.error)")
        let request = try #require(post.requests.first)
        #expect(request.priority == .powerAware)
        #expect(request.collapseID == "door")
        #expect(request.id.description == id)
        #expect(request.pushType == .voip)
        #expect(request.topic == "com.example.app.voip")
    }

    @Test("A VoIP push may have as many bytes as APNs takes of one, unless another limit is given")
    func voipLimit() async throws {
        try folder.device("phone")
        let push = ["--to", "phone", "--body", String(repeating: "x", count: 3300)]
        #expect(try await folder.send(push, by: post).code == 65)
        #expect(try await folder.send(push + ["--push-type", "voip"], by: post).code == 0)
        #expect(try await folder.send(push + ["--push-type", "voip", "--limit", "4096"], by: post).code == 65)
    }

    @Test("Several recipients share one deliverer for each service, and each is closed in the end")
    func channels() async throws {
        try folder.device("one", token: "01")
        try folder.device("two", token: "02")
        try folder.device("three", token: "03", environment: .development)
        try folder.device("four", at: PushAddress(mqtt: SendFolder.mqtt("a/b")))
        let names = ["one", "two", "three", "four"].flatMap { ["--to", $0] }
        let run = try await folder.send(names + ["--body", "x", "--json"], by: post)
        #expect(run.code == 0, "\(run.error)")
        #expect(Set(post.made).count == 3)
        #expect(post.made.count == 3)
        #expect(Set(post.closed) == Set(post.made))
        #expect(Set(run.json.compactMap { $0["to"] as? String }) == ["one", "two", "three", "four"])
        #expect(run.json.allSatisfy { $0["status"] as? String == "accepted" && $0["attempts"] as? Int == 1 })
        #expect(run.json.first { $0["to"] as? String == "four" }?["via"] as? String == "mqtt")
        #expect(Set(run.json.compactMap { $0["messageID"] as? String }).count == 4)
        #expect(run.error == "sealedpush: note: 4 of 4 sent\n")
    }

    @Test("A card with both addresses goes by APNs, or by whichever is asked for")
    func via() async throws {
        let both = PushAddress(apns: try SendFolder.apns("aa"), mqtt: try SendFolder.mqtt("a/b"))
        try folder.device("phone", at: both)
        #expect(try await folder.send(["--to", "phone", "--body", "x"], by: post).code == 0)
        #expect(try await folder.send(["--to", "phone", "--body", "x", "--via", "mqtt"], by: post).code == 0)
        #expect(post.parcels.map(\.route.transport) == [.apns, .mqtt])
        try folder.device("desk", at: PushAddress(mqtt: SendFolder.mqtt("c/d")))
        let run = try await folder.send(["--to", "desk", "--body", "x", "--via", "apns"], by: post)
        #expect(run.code == 66)
        #expect(run.error.hasPrefix("sealedpush: 'desk' has no address for apns: "))
    }

    @Test("The environment and the host of the options stand above the card's")
    func otherHost() async throws {
        try folder.device("phone")
        let environment = ["--environment", "development"]
        #expect(try await folder.send(["--to", "phone", "--body", "x"] + environment, by: post).code == 0)
        for host in ["gateway.example", "gateway.example:2197", "[::1]:8443"] {
            #expect(try await folder.send(["--to", "phone", "--body", "x", "--host", host], by: post).code == 0)
        }
        #expect(
            post.channels == [
                .apns(.development), .apns(APNsEnvironment(host: "gateway.example")),
                .apns(APNsEnvironment(host: "gateway.example", port: 2197)),
                .apns(APNsEnvironment(host: "[::1]", port: 8443)),
            ]
        )
    }

    @Test("A device of one's own is sent to as well, by the card that was made for it")
    func ownDevice() async throws {
        _ = try folder.store.makeDevice("mine")
        let refused = try await folder.send(["--to", "mine", "--body", "x"], by: post)
        #expect(refused.code == 66)
        #expect(refused.error.contains("'mine' has no address: "))
        _ = try folder.store.card(of: "mine", address: PushAddress(apns: try SendFolder.apns("ee")))
        #expect(try await folder.send(["--to", "mine", "--body", "x"], by: post).code == 0)
        #expect(post.requests.map(\.deviceToken) == ["ee"])
    }

    @Test("Everyone in a file gets a push of their own; bad lines fail alone")
    func list() async throws {
        for number in 1...40 { try folder.device("d\(number)", token: String(number + 1000)) }
        let names = (1...40).map { "d\($0)" } + ["", "# d1", "nobody", "-", "sealedpush:signer-secret:abc"]
        let list = try folder.folder.write("list", names.joined(separator: "\n"))
        let run = try await folder.send(["--to-file", list, "--body", "x", "--json"], by: post)
        #expect(run.code == 1)
        #expect(post.requests.count == 40)
        #expect(Set(post.requests.map(\.id)).count == 40)
        #expect(run.json.filter { $0["status"] as? String == "accepted" }.count == 40)
        let failed = run.json.filter { $0["status"] as? String == "failed" }
        #expect(Set(failed.compactMap { $0["to"] as? String }) == ["nobody", "-", "(a secret key)"])
        #expect(run.error == "sealedpush: 40 of 43 sent, 3 failed\n")
    }

    @Test("Whoever is named twice, by one name or two, is sent to once, and a note says so")
    func repeated() async throws {
        let address = PushAddress(apns: try SendFolder.apns("aa"))
        try folder.device("desk", at: address)
        try folder.device("lamp", token: "bb")
        let list = try folder.folder.write("list", "lamp\ndesk\nlamp\n")
        let once = try await folder.send(["--to", "desk", "--to", "desk", "--body", "x"], by: post)
        #expect(once.code == 0)
        #expect(once.lines.count == 1)
        #expect(
            once.error == "sealedpush: note: 'desk' was given before, by this name or another, and is sent to once\n"
                + "sealedpush: note: 1 of 1 sent\n"
        )
        let listed = try await folder.send(["--to", "desk", "--to-file", list, "--body", "x"], by: post)
        #expect(
            listed.error
                == "sealedpush: note: 2 were given before ('desk' first), by these names or others, and each is "
                + "sent to once\nsealedpush: note: 2 of 2 sent\n"
        )
        #expect(post.requests.map(\.deviceToken).sorted() == ["aa", "aa", "bb"])
    }

    @Test("One key at one address is one recipient, whatever it is called; one key at two addresses is two")
    func seen() throws {
        let recipient = Recipient(try DeviceKey.Secret().publicKey)
        let other = Recipient(try DeviceKey.Secret().publicKey)
        let (here, there) = (Route.apns(try SendFolder.apns("aa")), Route.apns(try SendFolder.apns("bb")))
        var seen = SeenRecipients()
        let fresh = [(recipient, here), (recipient, there), (other, here)].map { key, route in
            (seen.insert(Addressee(recipient: key, route: route)), seen.insert(Addressee(recipient: key, route: route)))
        }
        #expect(fresh.allSatisfy { $0 == (true, false) })
    }

    @Test("Asked to be quiet, it prints failures alone; lines of JSON are what was asked for, and stay")
    func quiet() async throws {
        try folder.device("phone")
        let to = ["-q", "--to", "phone", "--to", "nobody", "--body", "x"]
        let run = try await folder.send(to, by: post)
        #expect(run.code == 1)
        #expect(run.output == "")
        #expect(run.error.hasPrefix("sealedpush: no recipient 'nobody'"))
        #expect(run.error.hasSuffix("\nsealedpush: 1 of 2 sent, 1 failed\n"))
        let asJSON = try await folder.send(to + ["--json"], by: post)
        #expect(asJSON.json.compactMap { $0["status"] as? String }.sorted() == ["accepted", "failed"])
    }

    @Test("How long a push is tried is spelled as its time to live is", arguments: ["120", "120s", "2m", "002m"])
    func timeout(_ text: String) throws {
        #expect(try TimeLimit.duration(text, of: Option("--timeout", value: "DURATION")) == .seconds(120))
    }

    @Test("Asked to be verbose, it says how often a push was sent")
    func verbose() async throws {
        try folder.device("phone")
        let run = try await folder.send(["-v", "--to", "phone", "--body", "x"], by: post)
        #expect(run.error == "sealedpush: phone: sent once\n")
    }

    @Test("No more than the width of a connection is under way at once")
    func bounded() async throws {
        try folder.device("phone")
        let lines = String(repeating: #"{"to":"phone"}"# + "\n", count: Dispatcher.width + 200)
        let run = try await folder.send(["--queue", "--body", "x", "-q"], input: lines, by: post)
        #expect(run.code == 0)
        #expect(run.error == "")
        #expect(run.lines.count == Dispatcher.width + 200)
        #expect(post.mostUnderWay <= Dispatcher.width)
    }
}
