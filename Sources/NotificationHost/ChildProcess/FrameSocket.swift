// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// One end of the socket between a host and an extension.
struct FrameSocket {
    let descriptor: Int32

    /// Writes a whole frame; `false` when the other side is gone, which never raises a signal, or does not take it in time.
    func send(_ frame: Frame, until deadline: ContinuousClock.Instant? = nil) -> Bool {
        let bytes = frame.bytes
        return unsafe bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = unsafe Foundation.send(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
                if count >= 0 {
                    sent += count
                } else if errno == EAGAIN, let deadline {
                    // More than the socket holds at once.
                    guard wait(for: POLLOUT, until: deadline) || ContinuousClock.now < deadline else { return false }
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Waits until it can be written to or read from, but for a signal; `false` at the deadline.
    func wait(for event: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let time = max(deadline - ContinuousClock.now, .zero)
        return unsafe poll(&waiting, 1, Int32(clamping: Int((time.inSeconds * 1000).rounded(.up)))) > 0
    }

    /// What has come, at most one buffer of it; empty at the end, `nil` when nothing has come yet.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 { return [UInt8](buffer[..<count]) }
            if errno == EAGAIN { return nil }
            guard errno == EINTR else { return [] }
        }
    }
}
