// SPDX-License-Identifier: Apache-2.0

/// How long a child process is kept for further pushes; the extension in it is made anew for each.
///
/// Whatever this says, a child that failed a push, or in which something of a push still runs, gets no other.
public struct ExtensionReuse: Hashable, Sendable {
    /// How many pushes one child gets.
    public var pushes: Int
    /// How long it waits for the next one.
    public var idle: Duration
    /// Bytes of memory that it may have kept beyond what it took when it was new.
    public var growth: Int
    /// How long the thread that answered gets to end before the next push: about what a start takes.
    package var settling = Duration.milliseconds(15)

    /// As Apple's systems do it, which say no figures.
    ///
    /// - Parameters:
    ///   - pushes: How many pushes one child gets.
    ///   - idle: How long it waits for the next one.
    ///   - growth: Bytes of memory that it may have kept beyond what it took when it was new.
    public init(
        pushes: Int = ExtensionLimits.pushes,
        idle: Duration = ExtensionLimits.idle,
        growth: Int = ExtensionLimits.growth
    ) {
        self.pushes = pushes
        self.idle = idle
        self.growth = growth
    }

    /// A child for each push.
    public static let never = ExtensionReuse(pushes: 1)
}
