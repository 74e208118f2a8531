// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A descriptor of our own for what somebody else's is open on, so that theirs may be closed, and its number used again, at
/// any time.
final class DescriptorCopy: Sendable {
    /// -1 where there was nothing to copy, or the system had no descriptors left.
    let number: Int32

    init(of descriptor: Int32) { number = fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

    deinit { if number >= 0 { close(number) } }
}
