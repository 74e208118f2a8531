// SPDX-License-Identifier: Apache-2.0

/// A latitude or a longitude, in degrees.
public typealias CLLocationDegrees = Double

/// A length, in metres.
public typealias CLLocationDistance = Double

/// A place on Earth by latitude and longitude, in degrees of WGS 84.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator, −90…90; negative for the south.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich, −180…180; negative for the west.
    public var longitude: CLLocationDegrees

    /// Where the equator and the meridian of Greenwich cross.
    public init() {
        latitude = 0
        longitude = 0
    }

    /// Takes any numbers; `CLLocationCoordinate2DIsValid` says whether they are a place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Whether the latitude is in −90…90 and the longitude in −180…180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}
