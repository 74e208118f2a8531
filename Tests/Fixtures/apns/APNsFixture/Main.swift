// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCore

/// Sends many pushes in a process of its own, whose memory, descriptors and threads are its client's alone.
///
/// `APNsFixture FOLDER PORT COUNT` wants the folder and the port of a test APNs; it writes a line for each thing it measured.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = UInt16(arguments[2]), let count = Int(arguments[3]) else { exit(64) }
        let folder = arguments[1]
        // One client before, so that what Swift and the libraries keep is there.
        guard try await run(folder, port, 10) == 10 else { exit(1) }
        await waitForThreads()
        let descriptors = entries("/proc/self/fd").count
        print("accepted \(try await run(folder, port, count))")
        print("threads \(await waitForThreads())")
        print("descriptors \(entries("/proc/self/fd").count - descriptors)")
    }

    /// Waits until no client has a thread, which each ends on its own soon after it said so; how many are left.
    @discardableResult
    private static func waitForThreads() async -> Int {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let threads = entries("/proc/self/task").filter { task in
                let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                return name == "sealedpush-apns\n"
            }
            if threads.isEmpty || ContinuousClock.now > deadline { return threads.count }
            await Task.yield()
        }
    }

    private static func run(_ folder: String, _ port: UInt16, _ count: Int) async throws -> Int {
        var configuration = APNsClient.Configuration(
            environment: APNsEnvironment(host: "localhost", port: port),
            credentials: try .token(file: folder + "/key.p8", keyID: "KEY1234567", teamID: "TEAM123456")
        )
        configuration.certificateAuthorities = folder + "/ca.pem"
        configuration.ignoresProxy = true
        configuration.maximumOutstanding = 100
        let client = try APNsClient(configuration)
        // What is allocated once and kept is there after the first round.
        try await send(500, with: client)
        let before = try residentMemory()
        let accepted = try await send(count, with: client)
        print("memory \(try residentMemory() - before)")
        await client.close()
        return accepted
    }

    @discardableResult
    private static func send(_ count: Int, with client: APNsClient) async throws -> Int {
        let (stream, results) = AsyncStream<Bool>.makeStream()
        let counting = Task {
            var (left, accepted) = (count, 0)
            for await isAccepted in stream {
                left -= 1
                if isAccepted { accepted += 1 }
                if left == 0 { break }
            }
            return accepted
        }
        for number in 0..<count {
            let digits = String(number, radix: 16)
            let request = APNsRequest(
                deviceToken: String(repeating: "0", count: 64 - digits.count) + digits,
                topic: "com.example.app",
                payload: [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
            )
            try await client.submit(request) { result in
                if case .success = result { results.yield(true) } else { results.yield(false) }
            }
        }
        return await counting.value
    }

    private static func entries(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func residentMemory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
