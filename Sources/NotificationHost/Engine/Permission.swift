// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// What the user says when the app asks to notify.
public enum Permission: Sendable {
    /// Yes, to all that can be shown here.
    case granted
    /// No.
    case denied
    /// The user is asked, once.
    case ask(@Sendable (UNAuthorizationOptions) async -> Bool)
}
