// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore

/// Keeps a second process, or a second device in this one, from the same notifications: both would show them.
final class DeviceLock: Sendable {
    private let descriptor: Lock<Int32?>

    /// Takes the lock of a folder, which the store has made; it goes with the process, however that ends.
    ///
    /// - Throws: `DeviceError.inUse`, `storage`.
    init(folder: String) throws(DeviceError) {
        let path = "\(folder)/device.lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw DeviceError(.storage, FileError("create", path, errno: errno).description)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EWOULDBLOCK else {
                throw DeviceError(.storage, FileError("lock", path, errno: reason).description)
            }
            throw DeviceError(
                .inUse,
                "\(PrintableText.escape(folder)): another process has these notifications: end it first"
            )
        }
        self.descriptor = Lock(descriptor)
    }

    deinit { release() }

    func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // Not by closing alone: a child between its fork and its exec still has it.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }
}
