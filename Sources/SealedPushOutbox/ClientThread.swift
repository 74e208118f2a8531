// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Threads of clients, which take no signals.
package enum ClientThread {
    private final class Start {
        let name: StaticString
        let body: @Sendable () -> Void

        init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            setName()
            body()
        }

        /// By the file that the system has for it: glibc's call is not visible here.
        private func setName() {
            let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            _ = unsafe write(descriptor, name.utf8Start, name.utf8CodeUnitCount)
            close(descriptor)
        }
    }

    /// Starts one, which nobody waits for.
    ///
    /// - Parameters:
    ///   - name: What it is called in lists of threads; 15 bytes are the most that Linux takes.
    ///   - failure: Makes the error for what the system did not give.
    ///   - body: What it does.
    package static func start<Failure: Error>(
        named name: StaticString,
        orThrow failure: (String) -> Failure,
        _ body: @escaping @Sendable () -> Void
    ) throws(Failure) {
        let start = unsafe Unmanaged.passRetained(Start(name, body))
        // The thread inherits the mask: signals go to the program's own threads, and a write on a connection that is gone
        // does not end the process by SIGPIPE.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            guard let argument = unsafe argument else { return nil }
            unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }
        let status = unsafe pthread_create(&thread, nil, main, start.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard status == 0 else {
            unsafe start.release()
            throw failure("cannot start a thread: \(SystemText.of(status))")
        }
        pthread_detach(thread)
    }
}
