// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@Suite("A circular region")
struct RegionTests {
    private func region(_ latitude: Double, _ longitude: Double, _ radius: Double) -> CLCircularRegion {
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        return CLCircularRegion(center: center, radius: radius, identifier: "Location")
    }

    // rows: S0-11
    @Test("has its centre, radius and identifier, and counts both ways at first")
    func values() {
        let region = region(40, 120, 500)
        #expect(region.center.latitude == 40)
        #expect(region.center.longitude == 120)
        #expect(region.radius == 500)
        #expect(region.identifier == "Location")
        #expect(region.notifyOnEntry)
        #expect(region.notifyOnExit)
    }

    /// Two places and their distance in metres on the sphere with the mean radius of Earth, from the angle between two vectors.
    private static let distances: [(from: (Double, Double), to: (Double, Double), metres: Double)] = [
        ((0, 0), (0, 1), 111_195.08),
        ((0, 0), (90, 0), 10_007_557.22),
        // Over the pole.
        ((89, 0), (89, 180), 222_390.16),
        ((90, 0), (90, 135), 0),
        ((-90, -20), (-89, 70), 111_195.08),
        // Over the meridian where the date changes.
        ((0, 179.5), (0, -179.5), 111_195.08),
        ((0, 180), (0, -180), 0),
        // Opposite each other: the whole way round, halved.
        ((30, 40), (-30, -140), 20_015_114.44),
        // Berlin and New York.
        ((52.52, 13.405), (40.7128, -74.006), 6_385_012.40),
    ]

    @Test("contains what is nearer than its radius, and not what is farther", arguments: distances.indices)
    func contains(number: Int) {
        let (from, to, metres) = Self.distances[number]
        let place = CLLocationCoordinate2D(latitude: to.0, longitude: to.1)
        #expect(region(from.0, from.1, metres + 1).contains(place))
        #expect(!region(from.0, from.1, metres - 1).contains(place))
        #expect(region(from.0, from.1, 0.001).contains(CLLocationCoordinate2D(latitude: from.0, longitude: from.1)))
    }

    @Test("of half the way round Earth contains every place, of no way its centre, of less nothing")
    func radii() {
        let center = CLLocationCoordinate2D(latitude: 40, longitude: 120)
        let opposite = CLLocationCoordinate2D(latitude: -40, longitude: -60)
        #expect(region(40, 120, .infinity).contains(opposite))
        #expect(region(40, 120, 20_015_115).contains(opposite))
        #expect(region(40, 120, 0).contains(center))
        #expect(!region(40, 120, 0).contains(opposite))
        #expect(!region(40, 120, -1).contains(center))
        #expect(!region(40, 120, .nan).contains(center))
    }

    @Test(
        "contains nothing that is no place, and nothing at all around what is none",
        arguments: [
            (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0),
        ]
    )
    func invalid(latitude: Double, longitude: Double) {
        let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        #expect(!CLLocationCoordinate2DIsValid(place))
        #expect(!region(0, 0, .infinity).contains(place))
        #expect(!region(latitude, longitude, .infinity).contains(CLLocationCoordinate2D()))
    }

    @Test("may be at the edge of the map", arguments: [(90.0, 180.0), (-90, -180), (0, 0)])
    func valid(latitude: Double, longitude: Double) {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: latitude, longitude: longitude)))
    }

    @Test("has copies of its own")
    func copy() throws {
        let first = region(40, 120, 500)
        first.notifyOnExit = false
        let copy = try #require(first.copy() as? CLCircularRegion)
        #expect(copy == first)
        first.notifyOnEntry = false
        #expect(copy.notifyOnEntry)
        #expect(!copy.notifyOnExit)
    }

    #if os(Linux)
    // Apple's compares identifiers alone, as far as is known.
    @Test("is equal to one with the same values")
    func equality() {
        #expect(region(40, 120, 500) == region(40, 120, 500))
        #expect(region(40, 120, 500).hash == region(40, 120, 500).hash)
        #expect(region(.nan, 120, 500) == region(.nan, 120, 500))
        for other in [region(41, 120, 500), region(40, 121, 500), region(40, 120, 501)] {
            #expect(region(40, 120, 500) != other)
        }
        let silent = region(40, 120, 500)
        silent.notifyOnEntry = false
        #expect(region(40, 120, 500) != silent)
        let center = CLLocationCoordinate2D(latitude: 40, longitude: 120)
        #expect(region(40, 120, 500) != CLCircularRegion(center: center, radius: 500, identifier: "Other"))
    }
    #endif

    private func read(_ archive: Data) throws -> CLCircularRegion? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
        unarchiver.requiresSecureCoding = true
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        defer { unarchiver.finishDecoding() }
        return unarchiver.decodeObject(of: CLCircularRegion.self, forKey: NSKeyedArchiveRootObjectKey)
    }

    @Test("comes back from its archive as it was")
    func archive() throws {
        let region = region(40.123456789, -120, 500.5)
        region.notifyOnEntry = false
        let archive = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
        let back = try #require(try read(archive))
        #expect(back.center.latitude == 40.123456789)
        #expect(back.center.longitude == -120)
        #expect(back.radius == 500.5)
        #expect(back.identifier == "Location")
        #expect(!back.notifyOnEntry)
        #expect(back.notifyOnExit)
    }

    @Test("is not read from the archive of something else")
    func otherArchive() throws {
        let archive = try NSKeyedArchiver.archivedData(withRootObject: "text" as NSString, requiringSecureCoding: true)
        #expect(try read(archive) == nil)
    }
}
