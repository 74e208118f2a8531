// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// Brings a notification about when the device comes into a region or goes out of it.
open class UNLocationNotificationTrigger: UNNotificationTrigger {
    /// A copy of the region it was made with; its `notifyOnEntry` and `notifyOnExit` say which of the two counts.
    public let region: CLRegion

    /// Keeps a copy of the region: later changes to it have no effect.
    public init(region: CLRegion, repeats: Bool) {
        self.region = region.copy() as? CLRegion ?? region
        super.init(repeats: repeats)
    }

    /// Compares `region`, by all its values, and `repeats`.
    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNLocationNotificationTrigger)?.region == region
    }

    /// Follows `isEqual`.
    open override var hash: Int { region.hash }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard let archive = TriggerArchive(coder: coder), case .location(let region) = archive.kind else { return nil }
        self.region = region
        super.init(repeats: archive.repeats)
    }
}
