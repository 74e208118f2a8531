// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs

/// Who says of an address that nobody is there; what another one says of it counts for nothing.
struct AddressService: Hashable, Sendable {
    /// What it is kept by: `production` or `development` for Apple's own hosts, be the port the other one; else host and
    /// port.
    let key: String
    /// What messages call it.
    let name: String

    init(_ environment: APNsEnvironment) {
        // Names of hosts have no letter case, and may have the dot of the root at their end.
        let lower = environment.host.lowercased()
        let host = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        switch host {
        case APNsEnvironment.production.host:
            (key, name) = ("production", "APNs")
        case APNsEnvironment.development.host:
            (key, name) = ("development", "APNs (development)")
        default:
            key = "\(host):\(environment.port)"
            name = APNsEnvironment(host: host, port: environment.port).description
        }
    }
}
