// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A value behind a mutex.
///
/// `pthread_mutex_t` and not `Synchronization.Mutex`: the thread sanitizer reports false races on the latter on Linux.
@safe
package final class Lock<Value: Sendable>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `value` is reached under `mutex` alone; both are private, and
    // `withLock` is the one way in. The mutex is on the heap because POSIX forbids moving one.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
