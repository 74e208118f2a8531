// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCore
internal import SealedPushMQTT

/// Makes the deliverers that talk to the network.
enum NetworkDeliverers {
    /// - Parameter rehearsing: whether they check everything and connect to nobody.
    static func maker(
        _ options: DeliveryOptions,
        environment: [String: String],
        rehearsing: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) -> Deliverers.Maker {
        { (channel) throws(DeliveryFault) in
            switch channel {
            case .apns(let service):
                let credentials = try options.apns.credentials(environment: environment)
                let deliverer = try APNsDeliverer(options.configuration(service, credentials))
                return rehearsing ? Rehearsal(of: deliverer) : deliverer
            case .mqtt(let broker):
                let configuration = options.configuration(broker)
                let deliverer = try MQTTDeliverer(configuration, retry: options.mqttRetry, now: now)
                return rehearsing ? Rehearsal(of: deliverer) : deliverer
            }
        }
    }
}
