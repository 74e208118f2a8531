// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushHTTP2

/// The header fields that many requests have in common, in nghttp2's form.
@safe
final class HeaderBlock {
    /// What decides whether two requests have them in common.
    struct Key: Hashable {
        let topic: String
        let pushType: APNsPushType
        let priority: APNsPriority
    }

    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// Those that begin with a colon and come first (RFC 9113 section 8.3), but for the path.
    private(set) var pseudo: [nghttp2_nv] = unsafe []
    private(set) var regular: [nghttp2_nv] = unsafe []

    /// - Parameter token: a provider token; `nil` with a client certificate.
    init(_ key: Key, environment: APNsEnvironment, token: String?) {
        var fields = [
            (":method", "POST"), (":scheme", "https"), (":authority", environment.authority),
            ("apns-topic", key.topic), ("apns-push-type", key.pushType.description),
            ("apns-priority", key.priority.description), ("content-type", "application/json"),
        ]
        // nghttp2 never puts this name into the compression's table, as APNs's older documents want it.
        if let token { fields.append(("authorization", "bearer \(token)")) }
        let bytes = fields.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        unsafe memory = .allocate(capacity: bytes.count)
        _ = unsafe memory.initialize(from: bytes)
        // Not empty: there are fields.
        guard var place = unsafe memory.baseAddress else { return }
        for (name, value) in fields {
            let field = unsafe nghttp2_nv(
                name: place,
                value: place + name.utf8.count,
                namelen: name.utf8.count,
                valuelen: value.utf8.count,
                flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
            )
            if name.hasPrefix(":") { unsafe pseudo.append(field) } else { unsafe regular.append(field) }
            unsafe place += name.utf8.count + value.utf8.count
        }
    }

    deinit {
        // A provider token is good for an hour: it does not stay behind in freed memory.
        if let start = unsafe memory.baseAddress { unsafe explicit_bzero(start, memory.count) }
        unsafe memory.deallocate()
    }
}
