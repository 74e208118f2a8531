// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Foundation

/// The clock of this machine; it sleeps until a date comes, and follows when the clock is set.
public final class SystemClock: DeviceClock {
    private let queue = DispatchQueue(label: "NotificationHost.SystemClock")

    /// The clock of this machine.
    public init() {}

    /// The time.
    public var now: Date { Date() }

    /// Calls `action` once, when it is `date` or later.
    public func schedule(at date: Date, _ action: @escaping @Sendable () -> Void) -> any DeviceAlarm {
        let source = DispatchSource.makeTimerSource(queue: queue)
        let alarm = Alarm(source: source)
        source.schedule(wallDeadline: Self.deadline(date), leeway: .milliseconds(1))
        // The handler keeps the alarm until it was called or cancelled, whether or not anybody else does.
        source.setEventHandler {
            action()
            alarm.cancel()
        }
        source.activate()
        return alarm
    }

    /// What has passed is now; dates beyond what a timer can hold are as good as never.
    private static func deadline(_ date: Date) -> DispatchWallTime {
        guard date > Date() else { return .now() }
        let limit: TimeInterval = 4_000_000_000
        let seconds = min(date.timeIntervalSince1970, limit)
        return DispatchWallTime(
            timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1_000_000_000))
        )
    }

    /// Unchecked because a source is not `Sendable`: it is cancelled, which any thread may do, and nothing else.
    private final class Alarm: DeviceAlarm, @unchecked Sendable {
        private let source: any DispatchSourceTimer

        init(source: any DispatchSourceTimer) { self.source = source }

        func cancel() { source.cancel() }
    }
}
