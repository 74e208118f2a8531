// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushTesting

/// Measures an extension in a process of its own, on the largest payload there is, from its start to its answer.
///
/// Each child writes on standard error what memory it took above what it had when it was set up.
enum BenchmarkRun {
    private static let rounds = 101

    static func main() throws -> Never {
        var sealer = Sealer(signingWith: .mock1)
        // Shortened to as much as fits.
        sealer.shortening = .body
        let body = String(repeating: "x", count: Limits.alertPayload)
        let sealed = try sealer.seal(
            PushPayload(title: "Door", body: body),
            to: Recipient(DeviceKey.Secret.mock1.publicKey)
        )
        let push = RemotePush(payload: sealed.json, identifier: "benchmark")
        let process = ExtensionProcess(
            executable: "/proc/self/exe",
            arguments: ["sealed-measured"],
            reuse: .never
        )
        let host = PushHost(process)
        var times: [Double] = []
        for _ in 0..<rounds {
            let time = ContinuousClock().measure {
                let shown = host.deliver(push)
                precondition(shown.origin == .extension, "the extension did not answer")
            }
            times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000)
        }
        let median = times.sorted()[rounds / 2]
        print("extension, start to answer\t\(median)\t50\t\(median / 50)\t1\t\(median <= 50 ? "met" : "missed")")
        exit(0)
    }
}
