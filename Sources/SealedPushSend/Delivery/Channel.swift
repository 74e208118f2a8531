// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushMQTT

/// One service that pushes are handed to, over one connection.
enum Channel: Hashable, Sendable, CustomStringConvertible {
    case apns(APNsEnvironment)
    case mqtt(MQTTBroker)

    /// What messages call it.
    var description: String {
        switch self {
        case .apns(let environment): environment.description
        case .mqtt(let broker): broker.description
        }
    }
}
