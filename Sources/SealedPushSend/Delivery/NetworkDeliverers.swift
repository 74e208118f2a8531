// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCore
internal import SealedPushMQTT

/// Makes the deliverers that talk to the network.
enum NetworkDeliverers {
    /// - Parameters:
    ///   - options: How and where to deliver.
    ///   - environment: Variables that stand for options.
    ///   - input: Standard input.
    ///   - rehearsing: Whether they check everything and connect to nobody.
    ///   - now: The clock.
    static func maker(
        _ options: DeliveryOptions,
        environment: [String: String],
        input: Int32,
        rehearsing: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) -> Deliverers.Maker {
        { (channel) throws(DeliveryFault) in
            try options.checkFiles()
            switch channel {
            case .apns(let service):
                let credentials = try options.apns.credentials(environment: environment, input: input)
                let deliverer = try APNsDeliverer(options.configuration(service, credentials))
                return rehearsing ? Rehearsal(of: deliverer) : deliverer
            case .mqtt(let broker):
                try options.mqtt.check()
                let configuration = options.configuration(broker)
                let deliverer = try MQTTDeliverer(configuration, retry: options.mqttRetry, now: now)
                return rehearsing ? Rehearsal(of: deliverer) : deliverer
            }
        }
    }
}
