// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushOutbox

/// The one thread of a client: everything of libcurl and nghttp2 happens there.
enum DriverThread {
    private static let isReady = sealedpush_curl_global_init() == CURLE_OK

    static func start(_ configuration: APNsClient.Configuration, _ mailbox: Mailbox<Job>) throws(APNsError) {
        guard isReady else { throw APNsError(.system, "libcurl cannot start") }
        try ClientThread.start(named: "sealedpush-apns", orThrow: APNsError.system) {
            Driver(configuration, mailbox).run()
            mailbox.end()
        }
    }
}
