// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushCore
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// A sender's store with a signer, and the devices that it knows.
struct SendFolder {
    static let topic = "com.example.app"

    let folder: TemporaryDirectory
    let store: SQLiteKeyStore
    let signer: SigningKey.Public

    init() throws {
        folder = try TemporaryDirectory()
        store = try SQLiteKeyStore(at: folder.path("store.db"))
        signer = try store.makeSigner("door").publicKey
    }

    /// What every run of the program is told: where the store is, and nothing of this machine.
    var environment: [String: String] { ["SEALEDPUSH_STORE": folder.path("store.db"), "PATH": "/usr/bin:/bin"] }

    /// A new device, which is a contact from now on.
    @discardableResult
    func device(_ name: String, at address: PushAddress?, serial: UInt64 = 1, created: UInt64 = 1) throws -> Device {
        let device = try Device(name)
        try device.introduce(to: store, at: address, serial: serial, created: created)
        return device
    }

    /// A device at APNs.
    @discardableResult
    func device(
        _ name: String,
        token: String = "aa",
        environment: PushAddress.APNs.Environment = .production
    ) throws -> Device {
        try device(name, at: PushAddress(apns: try Self.apns(token, environment)))
    }

    static func apns(
        _ token: String,
        _ environment: PushAddress.APNs.Environment = .production
    ) throws -> PushAddress.APNs {
        try #require(PushAddress.APNs(token: token, topic: topic, environment: environment))
    }

    static func mqtt(_ topic: String, _ url: String = "mqtt://broker.example") throws -> PushAddress.MQTT {
        try #require(PushAddress.MQTT(url: url, topic: topic))
    }

    // MARK: Running

    /// Runs the program inside the test, with deliverers that talk to nobody.
    func send(
        _ arguments: [String],
        input: String? = nil,
        by post: FakePost,
        now: UInt64? = nil
    ) async throws -> SendRun {
        try await SendRun(arguments, input: input, environment: environment, making: post.making, now: now)
    }

    /// Runs the program inside the test, with the deliverers that talk to the network.
    func networked(
        _ arguments: [String],
        input: String? = nil,
        environment more: [String: String] = [:],
        stop: Stop? = Stop()
    ) async throws -> SendRun {
        try await SendRun(
            arguments,
            input: input,
            environment: environment.merging(more) { $1 },
            making: SendCommandLine.network,
            stop: stop
        )
    }

    /// Runs the program itself.
    func process(
        _ arguments: [String],
        input: String? = nil,
        environment more: [String: String] = [:]
    ) async throws -> SendRun {
        let program = TestFiles.products.appending(path: "sealedpush-send").path
        let environment = environment.merging(more) { $1 }
        let outcome = try await Blocking.run {
            try Child.run(program, arguments, input: input.map { [UInt8]($0.utf8) }, environment: environment)
        }
        return SendRun(code: outcome.code, output: outcome.text, error: outcome.error)
    }
}

/// A device of somebody else: its identity and key.
struct Device: Sendable {
    let name: String
    let identity: Identity.Secret
    let key: DeviceKey.Secret

    init(_ name: String) throws {
        self.name = name
        identity = try Identity.Secret()
        key = try DeviceKey.Secret()
    }

    /// - Parameter local: The name there; the device's own without.
    func introduce(
        to store: SQLiteKeyStore,
        at address: PushAddress?,
        serial: UInt64,
        created: UInt64 = 1,
        as local: String? = nil
    ) throws {
        let card = try KeyCard(
            introducing: .device(key.publicKey),
            name: name,
            signedBy: identity,
            serial: serial,
            created: created,
            address: address
        )
        try store.trust(card, as: local ?? name)
    }
}
