// SPDX-License-Identifier: Apache-2.0

/// How much the presenter holds at once.
enum DesktopLimits {
    /// Calls of `Notify` that are not answered yet; buses allow a few dozen open calls, and some daemons drop floods.
    static let underWay = 16
    /// Notifications that wait for their turn; more than any user reads.
    static let waiting = 1024
    /// Notifications on the screen whose signals are listened to; the oldest are forgotten first.
    static let shown = 4096
    /// Answers that are still awaited after their time, so that what was shown too late can be taken away again.
    static let late = 256
    /// Activation tokens that nobody asked for.
    static let tokens = 64
}
