// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// All places within a distance of one place.
open class CLCircularRegion: CLRegion {
    /// The place in the middle.
    public let center: CLLocationCoordinate2D
    /// How far the region reaches from there, in metres.
    public let radius: CLLocationDistance

    /// A circle around a place; one without a valid centre, or of a negative radius, contains nothing.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether a place is in it, the edge included; `false` for what is no place.
    ///
    /// By the great circle on a sphere, which is up to 0.5 % off the ellipsoid that Earth is nearly.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard CLLocationCoordinate2DIsValid(center), CLLocationCoordinate2DIsValid(coordinate) else { return false }
        return GreatCircle.distance(center, coordinate) <= radius
    }

    // MARK: Copies

    /// A region of its own, with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Compares all values: centre, radius, identifier and what is notified.
    open override func isEqual(_ object: Any?) -> Bool {
        guard super.isEqual(object), let other = object as? CLCircularRegion else { return false }
        return zip(numbers, other.numbers).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    private var numbers: [Double] { [center.latitude, center.longitude, radius] }

    // MARK: Archives

    private enum Key {
        static let latitude = "latitude"
        static let longitude = "longitude"
        static let radius = "radius"
    }

    /// Writes every value.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(center.latitude, forKey: Key.latitude)
        coder.encode(center.longitude, forKey: Key.longitude)
        coder.encode(radius, forKey: Key.radius)
    }

    /// Reads what `encode(with:)` wrote; `nil` when it is something else.
    public required init?(coder: NSCoder) {
        guard [Key.latitude, Key.longitude, Key.radius].allSatisfy(coder.containsValue(forKey:)) else { return nil }
        center = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: Key.latitude),
            longitude: coder.decodeDouble(forKey: Key.longitude)
        )
        radius = coder.decodeDouble(forKey: Key.radius)
        super.init(coder: coder)
    }
}
