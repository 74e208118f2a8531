// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushDBus
internal import Foundation

/// A connection to a message bus, for one thread that polls it; no call of it waits.
///
/// It stands on sd-bus, not on libdbus: there the whole of a caller's loop is one descriptor, its events and a time, where
/// libdbus calls back for each watch and timer; and messages that nobody registered for are simply returned, so that no
/// C function calls into Swift.
@safe
final class BusConnection {
    private let bus: OpaquePointer

    /// Begins to connect; calls may be sent at once.
    init(address: String) throws(BusError) {
        var created: OpaquePointer?
        let status = unsafe sd_bus_new(&created)
        guard status >= 0, let bus = unsafe created else { throw BusError("cannot make a bus connection", status) }
        unsafe self.bus = bus
        // Whoever throws from here on leaves the closing to `deinit`.
        try Self.check(unsafe sd_bus_set_address(bus, address), "cannot use the address of the bus")
        try Self.check(unsafe sd_bus_set_bus_client(bus, 1), "cannot make a bus connection")
        try Self.check(unsafe sd_bus_start(bus), "cannot connect to the bus")
    }

    deinit {
        unsafe sd_bus_close_unref(bus)
    }

    // MARK: Waiting

    /// What to poll: the descriptor and its events, which change from call to call.
    var polled: (descriptor: Int32, events: Int32) {
        (unsafe sd_bus_get_fd(bus), unsafe max(sd_bus_get_events(bus), 0))
    }

    /// After what time `next` must be called even when nothing came; `nil` for never.
    var patience: Duration? {
        var deadline: UInt64 = 0
        // Microseconds of the monotonic clock.
        guard unsafe sd_bus_get_timeout(bus, &deadline) > 0, deadline < .max else { return nil }
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let time = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        return .microseconds(Int64(clamping: deadline > time ? deadline - time : 0))
    }

    // MARK: Messages

    /// The next message that came; `nil` when there is none yet.
    ///
    /// - Throws: When the connection is lost.
    func next() throws(BusError) -> BusMessage? {
        while true {
            var received: OpaquePointer?
            let status = unsafe sd_bus_process(bus, &received)
            try Self.check(status, "lost the bus")
            guard status > 0 else { return nil }
            guard let message = unsafe received else { continue }
            defer { unsafe sd_bus_message_unref(message) }
            if let message = unsafe MessageReader(message: message).read() { return message }
        }
    }

    /// Sends a call and returns the number that its answer will bear.
    func send(_ call: BusCall) throws(BusError) -> UInt64 {
        var created: OpaquePointer?
        let status = unsafe sd_bus_message_new_method_call(
            bus,
            &created,
            call.destination,
            call.path,
            call.interface,
            call.member
        )
        guard status >= 0, let message = unsafe created else { throw BusError("cannot make a call", status) }
        defer { unsafe sd_bus_message_unref(message) }
        // Daemons are started by asking the bus to, never by the way.
        try Self.check(unsafe sd_bus_message_set_auto_start(message, 0), "cannot make a call")
        for argument in call.arguments { unsafe try Self.append(argument, to: message) }
        var number: UInt64 = 0
        try Self.check(unsafe sd_bus_send(bus, message, &number), "cannot send a call")
        return number
    }

    // MARK: Values

    @unsafe private static func append(_ value: BusValue, to message: OpaquePointer) throws(BusError) {
        let status: Int32
        switch value {
        case .string(let text):
            status = unsafe sd_bus_message_append_basic(message, type("s"), text)
        case .byte(var number):
            status = unsafe sd_bus_message_append_basic(message, type("y"), &number)
        case .boolean(let truth):
            var number: Int32 = truth ? 1 : 0
            status = unsafe sd_bus_message_append_basic(message, type("b"), &number)
        case .integer(var number):
            status = unsafe sd_bus_message_append_basic(message, type("i"), &number)
        case .unsigned(var number):
            status = unsafe sd_bus_message_append_basic(message, type("u"), &number)
        case .strings(let texts):
            try unsafe container("a", "s", in: message) { () throws(BusError) in
                for text in texts { unsafe try append(.string(text), to: message) }
            }
            return
        case .dictionary(let entries):
            try unsafe container("a", "{sv}", in: message) { () throws(BusError) in
                for entry in entries { unsafe try append(entry, to: message) }
            }
            return
        }
        try check(status, "cannot put a value into a call")
    }

    @unsafe private static func append(_ entry: BusValue.Entry, to message: OpaquePointer) throws(BusError) {
        try unsafe container("e", "sv", in: message) { () throws(BusError) in
            unsafe try append(.string(entry.key), to: message)
            try unsafe container("v", entry.value.signature, in: message) { () throws(BusError) in
                unsafe try append(entry.value, to: message)
            }
        }
    }

    @unsafe private static func container(
        _ kind: Unicode.Scalar,
        _ contents: String,
        in message: OpaquePointer,
        _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try check(unsafe sd_bus_message_open_container(message, type(kind), contents), "cannot put a value into a call")
        try body()
        try check(unsafe sd_bus_message_close_container(message), "cannot put a value into a call")
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

    private static func check(_ status: Int32, _ action: String) throws(BusError) {
        guard status >= 0 else { throw BusError(action, status) }
    }
}
