// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import TestSupport

/// Hosts whose extension is the program `ExtensionFixture`.
enum Fixture {
    static var executable: String { TestFiles.products.appending(path: "ExtensionFixture").path }

    static func host(
        _ arguments: String...,
        executable: String = executable,
        budget: Duration = .seconds(60),
        grace: Duration = .seconds(30),
        memory: Int = ExtensionLimits.memory,
        reuse: ExtensionReuse = ExtensionReuse()
    ) -> PushHost {
        PushHost(
            ExtensionProcess(
                executable: executable,
                arguments: arguments,
                budget: budget,
                grace: grace,
                memory: memory,
                reuse: reuse
            )
        )
    }

    static func push(_ json: String) -> RemotePush { RemotePush(payload: json.utf8, identifier: "push") }

    /// A push for an extension, with that body.
    static func push(body: String = "original") -> RemotePush {
        push(#"{"aps":{"alert":{"title":"T","body":"\#(body)"},"mutable-content":1}}"#)
    }
}
