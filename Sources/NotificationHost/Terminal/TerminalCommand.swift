// SPDX-License-Identifier: Apache-2.0

/// What a terminal presenter asks its thread to do.
enum TerminalCommand: Sendable {
    case present(Presentation, @Sendable (PresentationOutcome) -> Void)
    case withdraw([String])
    case stop
}
