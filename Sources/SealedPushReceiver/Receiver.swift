// SPDX-License-Identifier: Apache-2.0

/// What a device opens pushes with: its keys, its memory, and what it insists on.
public struct Receiver: Sendable {
    /// The keys, and those it trusts.
    public var keys: any KeyStore
    /// What it has shown before; without it a push that comes twice is shown twice.
    public var seen: (any SeenIDs)?
    /// Where failures are counted; an unsealed push that policy shows is none.
    public var failures: (any FailureLog)?
    /// What it insists on.
    public var policy: ReceiverPolicy
    /// The clock.
    package var now: @Sendable () -> Timestamp = Timestamp.now

    /// Takes the parts; a key store that is also a failure log serves as both unless another log is given.
    public init(
        keys: any KeyStore,
        seen: (any SeenIDs)?,
        failures: (any FailureLog)? = nil,
        policy: ReceiverPolicy = ReceiverPolicy()
    ) {
        self.keys = keys
        self.seen = seen
        self.failures = failures ?? (keys as? any FailureLog)
        self.policy = policy
    }

    /// What opens pushes with these parts.
    package var opener: Opener { Opener(keys: keys, seen: seen, policy: policy, now: now) }
}
