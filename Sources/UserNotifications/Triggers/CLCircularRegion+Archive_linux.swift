// SPDX-License-Identifier: Apache-2.0

internal import CoreLocation
internal import Foundation

extension CLCircularRegion {
    private enum Key {
        static let identifier = "identifier"
        static let latitude = "latitude"
        static let longitude = "longitude"
        static let radius = "radius"
        static let entry = "notifyOnEntry"
        static let exit = "notifyOnExit"
    }

    /// All values, as a property list has them.
    var archiveValues: [AnyHashable: Any] {
        [
            Key.identifier: identifier, Key.latitude: center.latitude, Key.longitude: center.longitude,
            Key.radius: radius, Key.entry: notifyOnEntry, Key.exit: notifyOnExit,
        ]
    }

    /// Reads `archiveValues`; `nil` when it is something else.
    convenience init?(_ values: [AnyHashable: Any]) {
        guard let identifier = values[Key.identifier] as? String, let latitude = values[Key.latitude] as? Double,
            let longitude = values[Key.longitude] as? Double, let radius = values[Key.radius] as? Double,
            let entry = values[Key.entry] as? Bool, let exit = values[Key.exit] as? Bool
        else { return nil }
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        self.init(center: center, radius: radius, identifier: identifier)
        notifyOnEntry = entry
        notifyOnExit = exit
    }
}
