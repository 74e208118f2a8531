// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Which center `UNUserNotificationCenter.current()` is.
package enum CurrentCenter {
    /// For the code a test runs, and for whatever a center calls: there it is the one that belongs to it.
    @TaskLocal package static var override: UNUserNotificationCenter?

    private static let absent = UNUserNotificationCenter(system: AbsentSystem())
    private static let installed = Installed()

    static var center: UNUserNotificationCenter { override ?? installed.center ?? absent }

    /// Makes one the process's own; `nil` goes back to the one where nothing is allowed.
    package static func install(_ center: UNUserNotificationCenter?) { installed.center = center }

    /// Unchecked because it changes: under its lock alone.
    private final class Installed: @unchecked Sendable {
        private let lock = NSLock()
        private var current: UNUserNotificationCenter?

        var center: UNUserNotificationCenter? {
            get { lock.withLock { current } }
            set { lock.withLock { current = newValue } }
        }
    }
}
