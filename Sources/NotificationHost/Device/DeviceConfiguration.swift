// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a device is made of.
public struct DeviceConfiguration: Sendable {
    /// Where it keeps its notifications.
    public var storage: DeviceStorage
    /// Who shows them; without one nothing is allowed.
    public var presenter: (any NotificationPresenter)?
    /// What the user says when the app asks to notify.
    public var permission = Permission.granted
    /// What it goes by.
    public var clock: any DeviceClock = SystemClock()
    /// Runs the app's service extension; `nil` where it has none.
    public var serviceExtension: (any ExtensionRunner & Sendable)?
    /// Whether the app has the filtering entitlement: its extension may then show nothing at all.
    public var mayFilter = false
    /// How many delivered notifications the list keeps, within a few hundred: beyond it the oldest goes.
    ///
    /// The store stays small where nobody looks; ten thousand are about what a user could ever look through.
    public var listCapacity = 10_000
    /// Where sounds are looked for by name, first before the app's own: `Library/Sounds` in the storage's folder, then the bundle.
    public var soundFolders: [String] = []
    /// Told in one line of what went wrong where no caller could be: a full disk, an attachment that cannot be shown.
    public var report: @Sendable (String) -> Void = { _ in }

    /// A device with a place for its notifications and somebody to show them.
    public init(storage: DeviceStorage, presenter: (any NotificationPresenter)?) {
        self.storage = storage
        self.presenter = presenter
    }
}
