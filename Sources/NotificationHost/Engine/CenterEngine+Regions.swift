// SPDX-License-Identifier: Apache-2.0

internal import CoreLocation
internal import Foundation
internal import SealedPushStore
internal import UserNotifications

extension CenterEngine {
    /// Where the device is.
    struct Position: Sendable {
        let latitude: Double
        let longitude: Double

        var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }
    }

    /// Whether the device is where a trigger waits for it; `nil` for other triggers, and while nobody knows.
    func isInside(_ trigger: UNNotificationTrigger?) -> Bool? {
        guard let region = (trigger as? UNLocationNotificationTrigger)?.region as? CLCircularRegion else { return nil }
        return state.position.map { region.contains($0.coordinate) }
    }

    /// The device has moved: what waits for that is delivered where a border was crossed.
    func move(to position: Position) {
        // What is no place is not left, either.
        guard CLLocationCoordinate2DIsValid(position.coordinate) else { return }
        perform { engine in
            engine.state.position = position
            engine.deliverWhatWasCrossed()
        }
    }

    func deliverWhatWasCrossed() {
        guard state.hasStarted else { return }
        let now = clock.now
        do {
            for pending in try store.requestsWaitingForPlaces() {
                guard let trigger = pending.request.trigger as? UNLocationNotificationTrigger,
                    let isInside = isInside(trigger), isInside != pending.isInside
                else { continue }
                try store.setInside(isInside, number: pending.number)
                // The first that is seen is no crossing.
                guard pending.isInside != nil else { continue }
                if isInside ? trigger.region.notifyOnEntry : trigger.region.notifyOnExit { try fire(pending, at: now) }
            }
        } catch {
            report("\(error)")
        }
    }
}
