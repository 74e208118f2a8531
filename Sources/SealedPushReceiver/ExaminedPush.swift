// SPDX-License-Identifier: Apache-2.0

/// A push that was opened and not yet recorded as seen.
package struct ExaminedPush: Sendable {
    package var notification: OpenedNotification
    let push: SeenPush
}
