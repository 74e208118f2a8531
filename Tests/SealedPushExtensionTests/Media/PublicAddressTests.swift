// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SealedPushExtension

@Suite("The addresses that media are loaded from")
struct PublicAddressTests {
    private func bytes(_ text: String) throws -> [UInt8] {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { [UInt8]($0) } }
        var six = in6_addr()
        try #require(inet_pton(AF_INET6, text, &six) == 1)
        return withUnsafeBytes(of: &six) { [UInt8]($0) }
    }

    @Test(
        "are public",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00::1",
            "2001:200::1", "3ffe::1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        ]
    )
    func isPublic(address: String) throws {
        #expect(PublicAddress.contains(try bytes(address)))
    }

    @Test(
        "are not this device's, its network's, or kept for something else",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
            "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "fe80::1", "fc00::1",
            "fdff::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1", "4000::1",
            "::ffff:127.0.0.1", "::ffff:192.168.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::1.1.1.1",
        ]
    )
    func isNot(address: String) throws {
        #expect(!PublicAddress.contains(try bytes(address)))
    }

    @Test("are IPv4 or IPv6, and nothing else", arguments: [0, 1, 3, 5, 15, 17])
    func length(count: Int) {
        #expect(!PublicAddress.contains([UInt8](repeating: 1, count: count)))
    }
}
