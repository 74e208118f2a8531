// SPDX-License-Identifier: Apache-2.0

/// Where the bus of the user's desktop session is.
enum SessionBus {
    /// Its address, as D-Bus writes one; whether somebody listens there is not asked.
    static func address(_ environment: [String: String]) throws(DesktopError) -> String {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            return "unix:path=\(escape("\(folder)/bus"))"
        }
        throw DesktopError(
            .noSessionBus,
            "no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set; run it in a desktop session"
        )
    }

    /// Writes a value of an address: all bytes but a few stand as `%` and two digits.
    ///
    /// - SeeAlso: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
    private static func escape(_ value: String) -> String {
        PercentEncoding.encode(value, keeping: "-_/.\\*")
    }
}
