// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// A notification on its way to the screen.
struct Showing: Sendable {
    let presentation: Presentation
    let completion: @Sendable (PresentationOutcome) -> Void

    var identifier: String { presentation.identifier }
}
