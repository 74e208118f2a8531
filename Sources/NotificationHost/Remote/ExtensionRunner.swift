// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// Runs a service extension for one push, and waits for its answer.
public protocol ExtensionRunner {
    /// Never takes longer than the extension's budget and what it is given to react to its end.
    func run(_ push: RemotePush, request: UNNotificationRequest) -> ExtensionAnswer
}

/// What an extension answered.
public enum ExtensionAnswer {
    case content(UNNotificationContent, afterExpiry: Bool)
    case failure(ExtensionFailure)
}

/// How much an extension may take.
public enum ExtensionLimits {
    /// Time for one push: what Apple's systems give, about 30 s.
    public static let budget = Duration.seconds(30)
    /// Time to answer once it was told that the budget is spent.
    public static let grace = Duration.seconds(2)
    /// Bytes above what it took when it was ready: the limit seen in crash logs of Apple's systems.
    public static let memory = 24 * 1024 * 1024
    /// Pushes that one child process gets.
    ///
    /// Each then takes a hundredth of its start, and what an extension never gives back, descriptors or memory, does
    /// not add up for longer.
    public static let pushes = 100
    /// Time that a child process waits for the next push.
    ///
    /// Pushes come in bursts; after that long without one it is not worth its memory, nor the keys that were in it.
    public static let idle = Duration.seconds(5)
    /// Bytes that a child process may have kept beyond what it took when it was new.
    ///
    /// Caches and the heap of a sound extension settle below that; a push has its whole limit beside them.
    public static let growth = 8 * 1024 * 1024
}
