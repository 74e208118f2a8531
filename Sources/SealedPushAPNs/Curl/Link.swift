// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl

/// One connection to APNs with the requests on it: a multi handle of libcurl that is held to a single connection.
///
/// libcurl would connect anew on its own and put all waiting requests on the new connection at once, which APNs does not
/// allow before it has taken a provider token there. So a link never reconnects: when its connection is gone it is retired,
/// and the driver makes another.
@safe
final class Link {
    let multi: UnsafeMutableRawPointer
    let openedAt: Duration
    /// Whether the connection is there, or was.
    private(set) var isEstablished = false
    /// Whether APNs has taken a provider token on it, so that many streams are allowed.
    private(set) var isProven = false
    /// Whether it gets no more requests.
    private(set) var isRetired = false
    private(set) var transfers: [Transfer] = []
    /// Requests that libcurl holds back, for there is no connection yet or the server allows no more streams.
    private(set) var unsent = 0
    /// How many requests went out in all.
    private(set) var sendings = 0
    /// Requests whose answer has begun to come.
    private(set) var answering = 0
    private(set) var socket: Int32?
    /// When the last answer came.
    var lastAnswer: Duration
    /// When a request last went out.
    var lastSending: Duration
    /// Since when the server has taken nothing though there was something; `nil` while it does.
    var blockedSince: Duration?
    var allowance: StreamAllowance

    /// `nil` without memory.
    init?(maximumStreams: Int, now: Duration) {
        guard let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = multi
        openedAt = now
        lastAnswer = now
        lastSending = now
        allowance = StreamAllowance(maximum: maximumStreams)
        for (option, value) in [
            (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)), (CURLMOPT_MAX_HOST_CONNECTIONS, 1),
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, 1), (CURLMOPT_MAX_CONCURRENT_STREAMS, maximumStreams),
        ] {
            _ = unsafe sealedpush_curl_multi_setopt_long(multi, option, value)
        }
    }

    /// All transfers were removed before: a handle must not outlive its multi handle while it is on it.
    deinit { unsafe curl_multi_cleanup(multi) }

    /// Whether libcurl took the transfer.
    func add(_ transfer: Transfer) -> Bool {
        guard unsafe curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else { return false }
        transfer.index = transfers.count
        transfers.append(transfer)
        unsent += 1
        return true
    }

    /// Takes a transfer off; one that is under way is reset on the server's side too.
    func remove(_ transfer: Transfer) {
        if socket == nil, isEstablished { socket = transfer.socket }
        unsafe curl_multi_remove_handle(multi, transfer.handle)
        if !transfer.wasSent { unsent -= 1 }
        if transfer.hasAnswer { answering -= 1 }
        let last = transfers.removeLast()
        guard last !== transfer else { return }
        last.index = transfer.index
        transfers[transfer.index] = last
    }

    func didSend() {
        isEstablished = true
        unsent -= 1
        sendings += 1
    }

    func beginsAnswer() { answering += 1 }

    func prove() { isProven = true }

    func retire() { isRetired = true }

    /// Lets libcurl work, and says which transfers are done.
    func perform() -> [(transfer: Transfer, code: CURLcode)] {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(multi, &running)
        var finished: [(transfer: Transfer, code: CURLcode)] = []
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle,
                let transfer = unsafe Transfer.of(handle)
            else { continue }
            finished.append((transfer, unsafe sealedpush_curl_message_result(message)))
        }
        return finished
    }
}
