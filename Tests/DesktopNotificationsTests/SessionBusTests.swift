// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopNotifications

@Suite("Where the session bus is")
struct SessionBusTests {
    @Test(
        "the address that is set, else the socket in the run-time folder",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/a"),
            (["XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/run/user/1/bus"),
            (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/r u,n;"], "unix:path=/r%20u%2cn%3b/bus"),
        ]
    )
    func address(environment: [String: String], address: String) throws {
        #expect(try SessionBus.address(environment) == address)
    }

    @Test("where nothing says it, one line tells what to do", arguments: [[:], ["XDG_RUNTIME_DIR": "relative"]])
    func none(environment: [String: String]) throws {
        let error = try #require(throws: DesktopError.self) { try SessionBus.address(environment) }
        #expect(error.code == .noSessionBus)
        #expect(error.description.hasPrefix("no session bus: "))
        #expect(error.description.contains("DBUS_SESSION_BUS_ADDRESS"))
        #expect(!error.description.contains("\n"))
    }
}
