// SPDX-License-Identifier: Apache-2.0

/// A method call.
struct BusCall: Hashable, Sendable {
    let destination: String
    let path: String
    let interface: String
    let member: String
    var arguments: [BusValue] = []

    /// Calls the bus itself.
    static func bus(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            member: member,
            arguments: arguments
        )
    }

    /// Calls a notification daemon.
    ///
    /// - Parameter owner: Its unique name, so that the call never starts a daemon nor reaches another one.
    static func daemon(_ owner: String, _ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            destination: owner,
            path: DaemonName.path,
            interface: DaemonName.interface,
            member: member,
            arguments: arguments
        )
    }
}
