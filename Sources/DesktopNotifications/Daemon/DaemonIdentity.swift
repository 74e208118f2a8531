// SPDX-License-Identifier: Apache-2.0

/// One run of one notification daemon: its numbers mean something as long as this stays the same.
struct DaemonIdentity: Hashable, Sendable {
    /// The identifier of the bus, which each start of a bus makes anew.
    let bus: String
    /// The daemon's unique name, which that bus gives to nobody else.
    let owner: String
}
