// SPDX-License-Identifier: Apache-2.0

internal import SealedPushOutbox

/// Sends pushes to APNs over one HTTP/2 connection, many at a time.
///
/// One client serves one environment with one credential; it lives as long as the program that sends. A push that may be
/// sent again is, with the same id and the same bytes, within the bounds of `Configuration.retry`.
///
/// A connection may die after APNs has taken a push and before its answer came. Such a push is sent again, since nobody can
/// know; APNs does not promise to tell the two apart, but they bear one id. The opener shows a sealed message once.
public final class APNsClient: Sendable {
    private let mailbox: Mailbox<Job>
    private let hasCertificate: Bool

    /// Makes ready to send; connects when the first push comes.
    ///
    /// - Throws: `APNsError.Code.badConfiguration`, and `system` where a thread or a pipe is not to be had.
    public init(_ configuration: Configuration) throws(APNsError) {
        try configuration.check()
        hasCertificate = configuration.credentials.isCertificate
        mailbox = Mailbox(
            capacity: configuration.maximumOutstanding,
            waker: try Waker(orThrow: APNsError.system)
        )
        try DriverThread.start(configuration, mailbox)
    }

    deinit { mailbox.close(abandoning: true) }

    /// Sends one push and waits for what comes of it.
    ///
    /// Suspends before that while the client holds `Configuration.maximumOutstanding` pushes. Cancelling the task gives up
    /// the push at once; APNs may have it all the same.
    public func send(_ request: APNsRequest) async throws(APNsError) -> APNsReceipt {
        try request.check(hasCertificate: hasCertificate)
        return try await mailbox.send(Job(request))
    }

    /// Hands over one push and returns as soon as there is room for it; what comes of it is told later.
    ///
    /// For those who send by the million from one loop: it runs ahead of APNs by `Configuration.maximumOutstanding` pushes
    /// and no further, so memory stays flat.
    ///
    /// - Parameters:
    ///   - request: The push.
    ///   - onResult: Called once, on a thread of the client: it should be quick and must not wait for the client.
    /// - Throws: what is wrong with the request, or `cancelled`; `onResult` is not called then.
    public func submit(
        _ request: APNsRequest,
        onResult: @escaping @Sendable (Result<APNsReceipt, APNsError>) -> Void
    ) async throws(APNsError) {
        try request.check(hasCertificate: hasCertificate)
        try await mailbox.submit(Job(request), onResult)
    }

    /// Takes no more pushes, waits until there is an answer for each that was taken, and closes the connection.
    public func close() async {
        await mailbox.close()
    }
}
