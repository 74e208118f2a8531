// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// One deliverer for each channel, made when the first push for it comes.
final class Deliverers: Sendable {
    typealias Maker = @Sendable (Channel) throws(DeliveryFault) -> any Deliverer

    private let make: Maker
    private let made = Lock<[Channel: Result<any Deliverer, DeliveryFault>]>([:])

    init(_ make: @escaping Maker) { self.make = make }

    /// The deliverer of a channel.
    ///
    /// What is wrong with its credentials is found out once, and said of each push.
    func deliverer(for channel: Channel) throws(DeliveryFault) -> any Deliverer {
        let make = make
        return try made.withLock { made in
            if let known = made[channel] { return known }
            let new = Result { () throws(DeliveryFault) in try make(channel) }
            made[channel] = new
            return new
        }.get()
    }

    /// Ends all of them.
    func close() async {
        for case .success(let deliverer) in made.withLock({ [Result<any Deliverer, DeliveryFault>]($0.values) }) {
            await deliverer.close()
        }
    }
}
