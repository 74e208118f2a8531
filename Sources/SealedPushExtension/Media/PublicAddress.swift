// SPDX-License-Identifier: Apache-2.0

/// Which network addresses media are loaded from: those of the public internet.
///
/// A link in a push must not reach what only this device can reach: itself, the home's router, a cloud's metadata service.
enum PublicAddress {
    /// Takes the four bytes of an IPv4 address or the sixteen of an IPv6 one, in network order.
    static func contains(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: !special4.contains { matches(address, $0.0, $0.1) }
        case 16: containsIPv6(address)
        default: false
        }
    }

    private static func containsIPv6(_ address: [UInt8]) -> Bool {
        // An IPv4 address behind it: mapped, or translated (RFC 6052), where networks have IPv6 alone.
        if matches(address, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
            || matches(address, [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96)
        {
            return contains([UInt8](address[12...]))
        }
        return matches(address, [0x20], 3) && !special6.contains { matches(address, $0.0, $0.1) }
    }

    /// What IANA's registry of special addresses holds for IPv4.
    private static let special4: [([UInt8], Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24),
        // Multicast and what is kept for later, broadcast in it.
        ([224], 4), ([240], 4),
    ]

    /// What it holds for IPv6 inside of 2000::/3; tunnels among them, which lead to any IPv4 address.
    private static let special6: [([UInt8], Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x20, 0x02], 16), ([0x3f, 0xff, 0x00], 20),
    ]

    /// Whether an address begins with that many bits of a prefix.
    private static func matches(_ address: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
        (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            let byte = bit / 8 < prefix.count ? prefix[bit / 8] : 0
            return address[bit / 8] & mask == byte & mask
        }
    }
}
