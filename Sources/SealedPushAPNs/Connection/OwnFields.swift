// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushHTTP2
internal import SealedPushCore

/// The header fields that each request has for itself, in memory that is written anew for each.
@safe
struct OwnFields {
    private static let path: StaticString = ":path"
    private static let id: StaticString = "apns-id"
    private static let expiration: StaticString = "apns-expiration"
    private static let collapseID: StaticString = "apns-collapse-id"
    private static let length: StaticString = "content-length"

    private var text: [UInt8] = []
    private var parts: [(name: StaticString, end: Int)] = []
    private var fields: [nghttp2_nv] = unsafe []

    /// Calls `body` with all fields of a request; nghttp2 copies what it takes.
    @unsafe mutating func withFields<Result>(
        of request: APNsRequest,
        beside shared: HeaderBlock,
        _ body: (UnsafeMutableBufferPointer<nghttp2_nv>) -> Result
    ) -> Result {
        text.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        text.append(contentsOf: "/3/device/".utf8)
        add(Self.path, request.deviceToken)
        add(Self.id, request.id.description)
        if let expiration = request.expiration { add(Self.expiration, String(expiration.seconds)) }
        if let collapseID = request.collapseID { add(Self.collapseID, collapseID) }
        add(Self.length, String(request.payload.count))
        return unsafe text.withUnsafeMutableBufferPointer { text in
            unsafe fields.removeAll(keepingCapacity: true)
            unsafe fields.append(contentsOf: shared.pseudo)
            var start = 0
            for (index, part) in parts.enumerated() {
                // Each value is another one: it would only push others out of the server's small table.
                unsafe fields.append(
                    nghttp2_nv(
                        name: UnsafeMutablePointer(mutating: part.name.utf8Start),
                        value: text.baseAddress.map { unsafe $0 + start },
                        namelen: part.name.utf8CodeUnitCount,
                        valuelen: part.end - start,
                        flags: UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue)
                    )
                )
                start = part.end
                // The path is the last that begins with a colon.
                if index == 0 { unsafe fields.append(contentsOf: shared.regular) }
            }
            return unsafe fields.withUnsafeMutableBufferPointer { fields in unsafe body(fields) }
        }
    }

    private mutating func add(_ name: StaticString, _ value: String) {
        text.append(contentsOf: value.utf8)
        parts.append((name, text.count))
    }
}
