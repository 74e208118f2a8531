// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCLI
import SealedPushCore
import SealedPushSender

@testable import SealedPushSend

/// Stands in for every service: keeps what is handed over, and fails as it is told.
final class FakePost: Sendable {
    private struct State {
        var parcels: [(channel: Channel, parcel: Parcel)] = []
        var faults: [Route: DeliveryFault] = [:]
        var made: [Channel] = []
        var closed: [Channel] = []
        var underWay = 0
        var mostUnderWay = 0
        var gates: [Route: [CheckedContinuation<Void, Never>]] = [:]
        var held: Set<Route> = []
        var credentialsFault: DeliveryFault?
    }

    private let state = Lock(State())

    var making: SendCommandLine.Making {
        { _, _ in
            { (channel) throws(DeliveryFault) in
                let fault = self.state.withLock { state in
                    state.made.append(channel)
                    return state.credentialsFault
                }
                if let fault { throw fault }
                return FakeDeliverer(post: self, channel: channel)
            }
        }
    }

    // MARK: What happens

    func fail(_ address: PushAddress.APNs, _ fault: DeliveryFault?) {
        state.withLock { $0.faults[.apns(address)] = fault }
    }

    func failCredentials(_ fault: DeliveryFault) { state.withLock { $0.credentialsFault = fault } }

    /// Lets a push to this address be under way until `release`.
    func hold(_ address: PushAddress.APNs) { state.withLock { _ = $0.held.insert(.apns(address)) } }

    func release(_ address: PushAddress.APNs) {
        let waiting = state.withLock { state in
            state.held.remove(.apns(address))
            return state.gates.removeValue(forKey: .apns(address)) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: What happened

    var parcels: [Parcel] { state.withLock { $0.parcels.map(\.parcel) } }
    var channels: [Channel] { state.withLock { $0.parcels.map(\.channel) } }
    var made: [Channel] { state.withLock { $0.made } }
    var closed: [Channel] { state.withLock { $0.closed } }
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// The requests for APNs of what was handed over.
    var requests: [APNsRequest] {
        parcels.compactMap { parcel in
            guard case .apns(let address) = parcel.route else { return nil }
            return parcel.request(to: address)
        }
    }

    fileprivate func take(_ parcel: Parcel, _ channel: Channel) async throws(DeliveryFault) -> DeliveryReceipt {
        state.withLock { state in
            state.parcels.append((channel, parcel))
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
        }
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard state.held.contains(parcel.route) else { return false }
                state.gates[parcel.route, default: []].append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
        // Others come in between, so that what is under way is seen to be.
        await Task.yield()
        let fault = state.withLock { state in
            state.underWay -= 1
            return state.faults[parcel.route]
        }
        if let fault { throw fault }
        return DeliveryReceipt(attempts: 1)
    }

    fileprivate func close(_ channel: Channel) { state.withLock { $0.closed.append(channel) } }
}

private struct FakeDeliverer: Deliverer {
    let post: FakePost
    let channel: Channel

    func deliver(_ parcel: Parcel) async throws(DeliveryFault) -> DeliveryReceipt {
        try await post.take(parcel, channel)
    }

    func close() async { post.close(channel) }
}

extension DeliveryFault {
    /// What APNs's answer 410 becomes.
    static func gone(since: UInt64? = nil) -> DeliveryFault {
        var fault = DeliveryFault(.failed, addressGone, "gone")
        fault.reason = "Unregistered"
        fault.status = 410
        fault.inactiveSince = since.map { Timestamp(milliseconds: $0) }
        return fault
    }
}
