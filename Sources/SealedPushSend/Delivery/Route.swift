// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// Which way a push goes to its device.
enum Route: Hashable, Sendable {
    case apns(PushAddress.APNs)
    case mqtt(PushAddress.MQTT)

    /// What carries it, as results call it.
    var transport: Transport {
        switch self {
        case .apns: .apns
        case .mqtt: .mqtt
        }
    }

    /// The way of an address: the one that is wanted, else APNs where it has that; `nil` where it has none such.
    init?(_ address: PushAddress, by transport: Transport?) {
        if let apns = address.apns, transport != .mqtt {
            self = .apns(apns)
        } else if let mqtt = address.mqtt, transport != .apns {
            self = .mqtt(mqtt)
        } else {
            return nil
        }
    }
}

/// What carries pushes.
enum Transport: String, Sendable {
    case apns
    case mqtt
}
