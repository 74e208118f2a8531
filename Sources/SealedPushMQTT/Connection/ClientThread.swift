// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Threads of this module, which take no signals.
enum ClientThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) throws(MQTTError) {
        let start = unsafe Unmanaged.passRetained(Start(body))
        // The thread inherits the mask: signals go to the program's own threads, and a write on a connection that is gone
        // does not end the process by SIGPIPE.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }
        let status = unsafe pthread_create(&thread, nil, main, start.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard status == 0 else {
            unsafe start.release()
            throw MQTTError(.system, "cannot start a thread: \(SystemText.of(status))")
        }
        pthread_detach(thread)
    }
}
