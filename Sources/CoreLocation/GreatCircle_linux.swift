// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The shortest way between two places on a sphere.
enum GreatCircle {
    /// In metres; the mean radius of WGS 84 (IUGG, `R1`), the sphere that is wrong the least.
    private static let earthRadius = 6_371_008.8

    /// In metres, between two valid coordinates.
    ///
    /// By the haversine: exact for places close together, where the cosine rule has no digits left.
    static func distance(_ one: CLLocationCoordinate2D, _ other: CLLocationCoordinate2D) -> CLLocationDistance {
        let north = sin(radians(other.latitude - one.latitude) / 2)
        let east = sin(radians(other.longitude - one.longitude) / 2)
        let square = north * north + cos(radians(one.latitude)) * cos(radians(other.latitude)) * east * east
        // Rounding takes it above 1 for places that are opposite each other.
        return 2 * earthRadius * asin(min(1, square.squareRoot()))
    }

    private static func radians(_ degrees: CLLocationDegrees) -> Double { degrees * .pi / 180 }
}
