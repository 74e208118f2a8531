// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCore
import SealedPushSender
import Synchronization

/// Requests a second over one connection, against a server that takes everything.
///
/// Arguments: port, file of authorities, `.p8` file, streams, requests, and `seal` to seal each push as it is sent, or
/// `seal-alone` to send none, or `memory` to print the resident memory in kB after a tenth and at the end.
@main
enum Main {
    // Not on the main thread, where each step would change threads.
    static func main() async throws { try await Task.detached { try await run() }.value }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 6, let port = UInt16(arguments[1]), let streams = Int(arguments[4]),
            let count = Int(arguments[5])
        else { return print("usage: APNsRequests PORT CA P8 STREAMS COUNT [seal]") }
        let credentials = try APNsCredentials.token(file: arguments[3], keyID: "ABCDE12345", teamID: "ABCDE12345")
        var configuration = APNsClient.Configuration(
            environment: APNsEnvironment(host: "localhost", port: port),
            credentials: credentials
        )
        configuration.certificateAuthorities = arguments[2]
        configuration.maximumStreams = streams
        configuration.maximumOutstanding = streams * 2
        configuration.ignoresProxy = true
        let client = try APNsClient(configuration)
        let token = String(repeating: "ab", count: 32)
        let sealer = Sealer.anonymous()
        let payload = try sealer.prepare(PushPayload(title: "Door", body: "Front door opened"))
        let recipient = Recipient(try DeviceKey.Secret().publicKey)
        let once = try payload.seal(to: recipient).json
        let isSealing = arguments.last == "seal"

        if arguments.last == "seal-alone" {
            let start = ContinuousClock.now
            for _ in 0..<count { _ = try payload.seal(to: recipient) }
            return print(rate(count, since: start))
        }
        _ = try await client.send(APNsRequest(deviceToken: token, topic: "com.example.app", payload: once))
        let accepted = Atomic(0)
        let start = ContinuousClock.now
        for number in 0..<count {
            if arguments.last == "memory", number == count / 10 { print(try residentMemory()) }
            let json = isSealing ? try payload.seal(to: recipient).json : once
            try await client.submit(APNsRequest(deviceToken: token, topic: "com.example.app", payload: json)) {
                result in
                if case .success = result { _ = accepted.add(1, ordering: .relaxed) }
            }
        }
        while accepted.load(ordering: .relaxed) < count { await Task.yield() }
        print(arguments.last == "memory" ? Double(try residentMemory()) : rate(count, since: start))
    }

    /// In kB.
    private static func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func rate(_ count: Int, since start: ContinuousClock.Instant) -> Double {
        let duration = ContinuousClock.now - start
        return Double(count)
            / (Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}
