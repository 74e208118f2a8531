// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushSend
@testable import SealedPushStore

/// Addresses of which APNs says that nobody is there.
struct DeadAddressTests {
    private let folder: SendFolder
    private let post = FakePost()
    private let phone: Device
    private static let send = ["--to", "phone", "--body", "x"]
    private static let now: UInt64 = 1_780_000_000_000

    init() throws {
        folder = try SendFolder()
        phone = try folder.device("phone")
        post.fail(try SendFolder.apns("aa"), .gone())
    }

    /// Since when a service knows of nobody at the phone's address.
    private func mark(_ token: String = "aa", at service: String = "production") throws -> UInt64? {
        try folder.store.deadSince(SendFolder.apns(token), of: "phone", at: service)?.milliseconds
    }

    private func send(_ more: String...) async throws -> SendRun {
        try await folder.send(Self.send + more, by: post, now: Self.now)
    }

    @Test("An address that is gone is marked with the time, and skipped from then on with a message")
    func marked() async throws {
        let first = try await send()
        #expect(first.code == 1)
        #expect(first.error == "sealedpush: phone: gone\n")
        #expect(try mark() == Self.now)
        let second = try await send()
        #expect(second.code == 1)
        #expect(
            second.error.hasPrefix(
                "sealedpush: 'phone' is skipped: APNs said that nobody is at its address since 2026-"
            )
        )
        #expect(post.parcels.count == 1)
        let asJSON = try await send("--json")
        let error = try #require(asJSON.json.first?["error"] as? [String: Any])
        #expect(error["kind"] as? String == "deadAddress")
    }

    @Test("The time is APNs's own, where it gives one")
    func since() async throws {
        post.fail(try SendFolder.apns("aa"), .gone(since: 1_770_000_000_000))
        #expect(try await send().code == 1)
        #expect(try mark() == 1_770_000_000_000)
    }

    @Test("A newer card with another address ends it, be the token, the topic or the environment another")
    func newerCard() async throws {
        let app = SendFolder.topic
        let others = [
            PushAddress.APNs(token: "bb", topic: app, environment: .production),
            PushAddress.APNs(token: "aa", topic: "com.example.other", environment: .production),
            PushAddress.APNs(token: "aa", topic: app, environment: .development),
        ]
        #expect(try await send().code == 1)
        for (number, other) in others.enumerated() {
            try phone.introduce(to: folder.store, at: PushAddress(apns: other), serial: UInt64(number + 2))
            #expect(try await send().code == 0)
        }
        // The old address again: it is known.
        try phone.introduce(to: folder.store, at: PushAddress(apns: SendFolder.apns("aa")), serial: 9)
        #expect(try await send().error.contains("is skipped"))
        #expect(post.parcels.count == 4)
    }

    @Test("Asked to, it is tried again, and forgotten as dead once a push is accepted")
    func retried() async throws {
        #expect(try await send().code == 1)
        #expect(try await send("--retry-dead").error == "sealedpush: phone: gone\n")
        post.fail(try SendFolder.apns("aa"), nil)
        #expect(try await send().error.contains("is skipped"))
        #expect(try await send("--retry-dead").code == 0)
        #expect(try await send().code == 0)
        #expect(try mark() == nil)
    }

    @Test("What one environment says counts for no other, be it bad or good")
    func otherEnvironment() async throws {
        #expect(try await send("--environment", "development").code == 1)
        #expect(try mark() == nil)
        #expect(try mark(at: "development") == Self.now)
        #expect(try await send().error == "sealedpush: phone: gone\n")
        #expect(try mark() == Self.now)
        post.fail(try SendFolder.apns("aa"), nil)
        #expect(
            try await send("--environment", "development").error.hasPrefix(
                "sealedpush: 'phone' is skipped: APNs (development) said"
            )
        )
        #expect(try await send("--environment", "development", "--retry-dead").code == 0)
        #expect(try mark(at: "development") == nil)
        #expect(try await send().error.hasPrefix("sealedpush: 'phone' is skipped: APNs said"))
        #expect(try await send("--environment", "development").code == 0)
    }

    @Test("What another host says counts for that host alone, and Apple's hosts are the environments")
    func otherHost() async throws {
        #expect(try await send("--host", "gateway.example").code == 1)
        #expect(try mark() == nil)
        #expect(
            try await send("--host", "Gateway.example:443").error.hasPrefix(
                "sealedpush: 'phone' is skipped: gateway.example:443 said"
            )
        )
        #expect(try await send("--host", "gateway.example:8443").error == "sealedpush: phone: gone\n")
        #expect(try await send("--host", "api.push.apple.com.:2197").error == "sealedpush: phone: gone\n")
        #expect(try mark() == Self.now)
        #expect(try await send().error.contains("is skipped"))
    }

    @Test("A newer card with the same address ends it, since its holder says that it is there")
    func renewedCard() async throws {
        #expect(try await send().code == 1)
        let address = PushAddress(apns: try SendFolder.apns("aa"))
        try phone.introduce(to: folder.store, at: address, serial: 2, created: Self.now / 1000)
        #expect(try await send().error.contains("is skipped"))
        try phone.introduce(to: folder.store, at: address, serial: 3, created: Self.now / 1000 + 1)
        post.fail(try SendFolder.apns("aa"), nil)
        #expect(try await send().code == 0)
    }

    @Test("What APNs knew before the card was made says nothing of its address")
    func cardIsNewer() async throws {
        let address = try SendFolder.apns("cc")
        try folder.device("tablet", at: PushAddress(apns: address), created: 1_775_000_000)
        post.fail(address, .gone(since: 1_774_999_999_000))
        let tablet = ["--to", "tablet", "--body", "x"]
        #expect(try await folder.send(tablet, by: post).error == "sealedpush: tablet: gone\n")
        #expect(try folder.store.deadSince(address, of: "tablet", at: "production") == nil)
        post.fail(address, .gone(since: 1_775_000_000_000))
        #expect(try await folder.send(tablet, by: post).code == 1)
        #expect(try folder.store.deadSince(address, of: "tablet", at: "production") != nil)
    }

    @Test("Another failure marks nothing")
    func otherFailure() async throws {
        post.fail(try SendFolder.apns("aa"), DeliveryFault(.failed, "refused", "no"))
        #expect(try await send().code == 1)
        #expect(try mark() == nil)
    }

    @Test("A rehearsal marks nothing")
    func rehearsal() async throws {
        #expect(try await send("--dry-run").code == 1)
        #expect(try mark() == nil)
    }

    @Test("A store of the first version knows of no dead address, and takes the first one")
    func firstVersion() async throws {
        let path = folder.folder.path("old.db")
        let address = try SendFolder.apns("aa")
        let first = Schema(migrations: [Schema.version1], oldestReadable: 1)
        try phone.introduce(
            to: SQLiteKeyStore(at: path, options: StoreOptions(), schema: first),
            at: PushAddress(apns: address),
            serial: 1
        )
        let store = try SQLiteKeyStore(at: path)
        #expect(try store.deadSince(address, of: "phone", at: "production") == nil)
        try store.markDead(address, of: "phone", at: "production", since: Timestamp(milliseconds: 7))
        #expect(try store.deadSince(address, of: "phone", at: "production")?.milliseconds == 7)
        try store.markAlive(address, of: "phone", at: "production")
        #expect(try store.deadSince(address, of: "phone", at: "production") == nil)
    }

    @Test("What a store of the second version knows is of no use, since it does not say who said it")
    func secondVersion() async throws {
        let path = folder.folder.path("old.db")
        let address = try SendFolder.apns("aa")
        let second = Schema(migrations: [Schema.version1, Schema.version2], oldestReadable: 1)
        let old = try SQLiteKeyStore(at: path, options: StoreOptions(), schema: second)
        try phone.introduce(to: old, at: PushAddress(apns: address), serial: 1)
        try old.perform(
            "INSERT INTO dead_address SELECT id, 'aa', 'com.example.app', 'production', 1 FROM contact",
            []
        )
        let store = try SQLiteKeyStore(at: path)
        #expect(try store.deadSince(address, of: "phone", at: "production") == nil)
        try store.markDead(address, of: "phone", at: "localhost:8443", since: Timestamp(milliseconds: 7))
        #expect(try store.deadSince(address, of: "phone", at: "production") == nil)
        #expect(try store.deadSince(address, of: "phone", at: "localhost:8443")?.milliseconds == 7)
    }
}
