// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a device goes by: the time, and a way to be woken.
public protocol DeviceClock: AnyObject, Sendable {
    /// The time.
    var now: Date { get }

    /// Calls `action` once, on any thread, when it is `date` or later; at once where it already is.
    func schedule(at date: Date, _ action: @escaping @Sendable () -> Void) -> any DeviceAlarm
}

/// A call that a clock will make.
public protocol DeviceAlarm: AnyObject, Sendable {
    /// The call is not made, unless it is being made already.
    func cancel()
}
