// SPDX-License-Identifier: Apache-2.0

/// What a test puts in place of an extension's own receiver, and how it learns what became of a push.
///
/// Only `SealedPushTesting` sets it.
package struct ExtensionOverride: Sendable {
    @TaskLocal package static var current: ExtensionOverride?

    /// Used in place of `makeReceiver()`; `nil` leaves that to the extension.
    package let receiver: Receiver?
    /// In place of the process's own: a test plays a device, and others may run beside it.
    package let lockedNotice: LockedNotice
    /// Told the reason of a failure, once.
    package let report: @Sendable (OpenFailure.Reason) -> Void

    package init(
        receiver: Receiver?,
        lockedNotice: LockedNotice,
        report: @escaping @Sendable (OpenFailure.Reason) -> Void
    ) {
        self.receiver = receiver
        self.lockedNotice = lockedNotice
        self.report = report
    }
}
