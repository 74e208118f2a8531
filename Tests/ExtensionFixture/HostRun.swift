// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import UserNotifications

/// A host in a process of its own, where nothing else opens descriptors or starts children.
///
/// Its arguments are how many pushes it takes and how its extensions behave; it writes what it has left over at the end.
enum HostRun {
    static func main(_ arguments: [String]) -> Never {
        let count = arguments.first.flatMap { Int($0) } ?? 1
        let behaviour = arguments.dropFirst().first ?? "answer"
        let host = PushHost(
            ExtensionProcess(executable: "/proc/self/exe", arguments: [behaviour], budget: .seconds(60))
        )
        // What a process takes once and keeps.
        for number in 0..<10 { _ = deliver(number, to: host) }
        let descriptors = ProcessState.descriptors.count
        let memory = ProcessState.residentMemory
        var origins: [String: Int] = [:]
        var body = ""
        for number in 0..<count {
            let shown = deliver(number, to: host)
            origins["\(shown.origin)", default: 0] += 1
            body = shown.content?.body ?? ""
        }
        var status: Int32 = 0
        let hasChildren = waitpid(-1, &status, WNOHANG) != -1 || errno != ECHILD
        let lines = [
            "shown \(origins)",
            "descriptors \(ProcessState.descriptors.count - descriptors)",
            "memory \(ProcessState.residentMemory - memory)",
            "body \(body)",
            "inheritable \(ProcessState.inheritable)",
            "children \(hasChildren ? "left" : "none")",
        ]
        // Not by `print`: one run of this has no descriptor 1.
        let text = Data((lines.joined(separator: "\n") + "\n").utf8)
        _ = text.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        exit(0)
    }

    private static func deliver(_ number: Int, to host: PushHost) -> ShownNotification {
        let json = #"{"aps":{"alert":{"title":"T","body":"\#(number)"},"mutable-content":1},"encrypted-content":"AQ"}"#
        return host.deliver(RemotePush(payload: json.utf8, identifier: "push-\(number)"))
    }
}
