// SPDX-License-Identifier: Apache-2.0

/// How it stands with the connection.
public enum MQTTState: Hashable, Sendable {
    /// The broker has accepted it, and every subscription.
    ///
    /// `resumed` is whether the broker still had the session: without it, what was published meanwhile is lost. It is
    /// `false` the first time, and for publishers, which have none.
    case connected(resumed: Bool)
    /// It is gone, or did not come about, and is tried again; the error's text says why and what to do.
    case lost(MQTTError)
}
