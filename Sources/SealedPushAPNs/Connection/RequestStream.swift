// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushCore

/// One request on a connection, from the moment it is given to it to the end of its stream.
final class RequestStream {
    /// How it ended.
    enum End {
        case answered
        /// The server says that it has not looked at the request (RFC 9113 section 8.7).
        case unprocessed
        /// Reset, with HTTP/2's error code.
        case reset(UInt32)
    }

    /// Bytes of an answer's body that are kept: APNs's have less than 100.
    private static let maximumBodyLength = 4_096
    /// Bytes of a header that are kept: those that are read have about 36.
    private static let maximumHeaderLength = 128

    let job: Job
    /// Which provider token it goes with; 0 with a certificate.
    let tokenGeneration: Int
    /// When it was given to the connection.
    let startedAt: Duration
    /// When the time for its answer is over.
    let timesOutAt: Duration
    /// On which connection it is; 0 before.
    var id: Int32 = 0
    /// Whether its headers went out.
    private(set) var wasSent = false
    /// Bytes of the payload that went out.
    var sentLength = 0

    private(set) var status = 0
    private(set) var body: [UInt8] = []
    private var uniqueID: [UInt8] = []
    private var dateText: [UInt8] = []

    init(_ job: Job, tokenGeneration: Int, startedAt: Duration, timesOutAt: Duration) {
        self.job = job
        self.tokenGeneration = tokenGeneration
        self.startedAt = startedAt
        self.timesOutAt = timesOutAt
    }

    func didSendHeaders() {
        wasSent = true
        job.progress.attempts += 1
    }

    // MARK: The answer

    func receiveHeader(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard value.count <= Self.maximumHeaderLength else { return }
        if unsafe name.elementsEqual(":status".utf8) {
            // Provisional answers (1xx) come before the one that counts.
            status = unsafe Int(String(decoding: value, as: UTF8.self)) ?? 0
        } else if unsafe name.elementsEqual("apns-unique-id".utf8) {
            uniqueID = unsafe Array(value)
        } else if unsafe name.elementsEqual("date".utf8) {
            dateText = unsafe Array(value)
        }
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe body.append(contentsOf: bytes.prefix(Self.maximumBodyLength - body.count))
    }

    var isAnswered: Bool { status >= 200 }

    var appleUniqueID: String? {
        uniqueID.isEmpty ? nil : PrintableText.excerpt(String(decoding: uniqueID, as: UTF8.self), limit: 64)
    }

    /// What the server's clock says (RFC 9110 section 5.6.7).
    var date: Timestamp? {
        guard !dateText.isEmpty else { return nil }
        let seconds = unsafe curl_getdate(String(decoding: dateText, as: UTF8.self), nil)
        guard seconds > 0, let seconds = UInt64(exactly: seconds), seconds < .max / 1000 else { return nil }
        return Timestamp(milliseconds: seconds * 1000)
    }
}
