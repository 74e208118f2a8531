// SPDX-License-Identifier: Apache-2.0

/// What notification daemons are called on the bus.
///
/// - SeeAlso: https://specifications.freedesktop.org/notification-spec/latest/protocol.html
enum DaemonName {
    static let wellKnown = "org.freedesktop.Notifications"
    static let interface = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
}
