// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl

/// The one thread of a client: everything of libcurl happens there.
enum DriverThread {
    private final class Start {
        let configuration: APNsClient.Configuration
        let mailbox: Mailbox

        init(_ configuration: APNsClient.Configuration, _ mailbox: Mailbox) {
            self.configuration = configuration
            self.mailbox = mailbox
        }
    }

    /// What it is called in lists of threads; 15 bytes are the most that Linux takes.
    private static let name = "sealedpush-apns"

    /// By the file that the system has for it: glibc's call is not visible here.
    private static func setName() {
        let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let bytes = [UInt8](name.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    private static let isReady = sealedpush_curl_global_init() == CURLE_OK

    static func start(_ configuration: APNsClient.Configuration, _ mailbox: Mailbox) throws(APNsError) {
        guard isReady else { throw APNsError(.system, "libcurl cannot start") }
        let start = unsafe Unmanaged.passRetained(Start(configuration, mailbox))
        // The thread inherits the mask: signals go to the program's own threads, and a write on a connection that is gone
        // does not end the process by SIGPIPE.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            guard let argument = unsafe argument else { return nil }
            DriverThread.setName()
            let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
            Driver(start.configuration, start.mailbox).run()
            start.mailbox.end()
            return nil
        }
        let status = unsafe pthread_create(&thread, nil, body, start.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard status == 0 else {
            unsafe start.release()
            throw APNsError(.system, "cannot start a thread: \(unsafe String(cString: strerror(status)))")
        }
        pthread_detach(thread)
    }
}
