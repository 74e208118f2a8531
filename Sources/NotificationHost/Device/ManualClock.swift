// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Foundation
internal import SealedPushCore

/// A clock that a test sets: time passes when the test says so, and nothing sleeps.
public final class ManualClock: DeviceClock {
    private struct State: Sendable {
        var now: Date
        var alarms: [Alarm] = []
    }

    private let state: Lock<State>

    /// A clock that stands at a date.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) { state = Lock(State(now: now)) }

    /// The time.
    public var now: Date { state.withLock { $0.now } }

    /// How many calls are to come: what a device sleeps for.
    public var alarmCount: Int { state.withLock { $0.alarms.count } }

    /// Calls `action` once, from `advance(to:)`; soon, on another thread, where `date` has come.
    public func schedule(at date: Date, _ action: @escaping @Sendable () -> Void) -> any DeviceAlarm {
        let alarm = Alarm(date: date, clock: self, action: action)
        let isDue = state.withLock { state in
            if date > state.now { state.alarms.append(alarm) }
            return date <= state.now
        }
        if isDue { DispatchQueue.global().async(execute: action) }
        return alarm
    }

    /// Lets time pass, or turns it back; makes the calls that become due, the earliest first, each at its own date.
    ///
    /// A device does at that date what it has to, before time goes on: three days in one step bring a daily reminder three
    /// times. Not to be called from what a device calls.
    public func advance(to date: Date) {
        while true {
            let next: Alarm? = state.withLock { state in
                guard let index = state.alarms.indices.min(by: { state.alarms[$0].date < state.alarms[$1].date }),
                    state.alarms[index].date <= date
                else {
                    state.now = date
                    return nil
                }
                let alarm = state.alarms.remove(at: index)
                state.now = max(state.now, alarm.date)
                return alarm
            }
            guard let next else { return }
            next.action()
        }
    }

    /// Lets seconds pass.
    public func advance(by seconds: TimeInterval) { advance(to: now.addingTimeInterval(seconds)) }

    private func remove(_ alarm: Alarm) { state.withLock { $0.alarms.removeAll { $0 === alarm } } }

    private final class Alarm: DeviceAlarm {
        let date: Date
        let action: @Sendable () -> Void
        private let clock: ManualClock

        init(date: Date, clock: ManualClock, action: @escaping @Sendable () -> Void) {
            self.date = date
            self.clock = clock
            self.action = action
        }

        func cancel() { clock.remove(self) }
    }
}
