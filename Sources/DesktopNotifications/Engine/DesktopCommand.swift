// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// What a presenter asks its thread to do.
enum DesktopCommand: Sendable {
    case present(Showing)
    case withdraw([PresentedReference])
    case stop
}
