// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NotificationHost
import UserNotifications

/// A host in a process of its own, where nothing else opens descriptors or starts children.
///
/// Its arguments are how many pushes it takes, how its extensions behave, and how many pushes one of them gets; it
/// writes what it has left over at the end.
enum HostRun {
    static func main(_ arguments: [String]) -> Never {
        let count = arguments.first.flatMap { Int($0) } ?? 1
        let behaviour = arguments.dropFirst().first ?? "answer"
        let pushes = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1
        takeWhatIsKept()
        _ = deliver(10, behaviour, pushes)
        let descriptors = ProcessState.descriptors.count
        let memory = ProcessState.residentMemory
        let (origins, body) = deliver(count, behaviour, pushes)
        var status: Int32 = 0
        let hasChildren = waitpid(-1, &status, WNOHANG) != -1 || errno != ECHILD
        say([
            "shown \(origins)",
            "descriptors \(ProcessState.descriptors.count - descriptors)",
            "memory \(ProcessState.residentMemory - memory)",
            "body \(body)",
            "inheritable \(ProcessState.inheritable)",
            "children \(hasChildren ? "left" : "none")",
        ])
        exit(0)
    }

    /// Takes one push, says what came of it, and has the extension wait for another until it is killed itself.
    static func wait() -> Never {
        let host = host("answer", ExtensionReuse(idle: .seconds(3600)))
        say(["shown \(deliver(0, to: host).origin)"])
        withExtendedLifetime(host) { Behaviour.sleepForever() }
    }

    /// Not by `print`: one run of this has no descriptor 1.
    private static func say(_ lines: [String]) {
        let text = Data((lines.joined(separator: "\n") + "\n").utf8)
        _ = text.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }

    /// A process opens what its timers need once, and keeps it.
    private static func takeWhatIsKept() {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isDone.signal() }
        isDone.wait()
    }

    private static func host(_ behaviour: String, _ reuse: ExtensionReuse) -> PushHost {
        PushHost(
            ExtensionProcess(
                executable: "/proc/self/exe",
                arguments: [behaviour],
                budget: .seconds(60),
                reuse: reuse
            )
        )
    }

    /// The host goes at the end of this, and its last extension with it.
    private static func deliver(
        _ count: Int,
        _ behaviour: String,
        _ pushes: Int
    ) -> (origins: [String: Int], body: String) {
        let host = host(behaviour, ExtensionReuse(pushes: pushes))
        var origins: [String: Int] = [:]
        var body = ""
        for number in 0..<count {
            let shown = deliver(number, to: host)
            origins["\(shown.origin)", default: 0] += 1
            body = shown.content?.body ?? ""
        }
        return (origins, body)
    }

    private static func deliver(_ number: Int, to host: PushHost) -> ShownNotification {
        let json = #"{"aps":{"alert":{"title":"T","body":"\#(number)"},"mutable-content":1},"encrypted-content":"AQ"}"#
        return host.deliver(RemotePush(payload: json.utf8, identifier: "push-\(number)"))
    }
}
