// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl
internal import SealedPushCore

/// The headers that a request has for itself, in memory that is written anew for each: libcurl's list without its copies.
@safe
final class OwnHeaders {
    /// Bytes of the longest line: a collapse id, its name, and the NUL.
    private static let lineLength = 128
    /// `apns-id`, `apns-expiration`, `apns-collapse-id`.
    private static let maximumLines = 3

    private let nodes: UnsafeMutablePointer<curl_slist>
    private let text: UnsafeMutablePointer<CChar>

    init() {
        unsafe nodes = .allocate(capacity: Self.maximumLines)
        unsafe text = .allocate(capacity: Self.maximumLines * Self.lineLength)
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe text.deallocate()
    }

    /// The whole list: those of this request, then the shared ones.
    ///
    /// Both must live, and this not be called again, until the transfer is over.
    @unsafe func list(for request: APNsRequest, before shared: SharedHeaders) -> UnsafeMutablePointer<curl_slist>? {
        var next = unsafe shared.first
        unsafe set(0, "apns-id: ", request.id.description, before: &next)
        if let expiration = request.expiration {
            unsafe set(1, "apns-expiration: ", String(expiration.seconds), before: &next)
        }
        if let collapseID = request.collapseID {
            unsafe set(2, "apns-collapse-id: ", collapseID, before: &next)
        }
        return unsafe next
    }

    @unsafe private func set(
        _ index: Int,
        _ name: StaticString,
        _ value: String,
        before next: inout UnsafeMutablePointer<curl_slist>?
    ) {
        let line = unsafe text + index * Self.lineLength
        var length = 0
        func put(_ byte: UInt8) {
            // What was checked fits; this is for what was not.
            guard length < Self.lineLength - 1 else { return }
            unsafe line[length] = CChar(bitPattern: byte)
            length += 1
        }
        unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount).forEach(put)
        value.utf8.forEach(put)
        unsafe line[length] = 0
        let node = unsafe nodes + index
        unsafe node.initialize(to: curl_slist(data: line, next: next))
        unsafe next = node
    }
}
