// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl

/// The headers that many requests have in common, in libcurl's form: one list at the end of each request's own.
@safe
final class SharedHeaders {
    /// What decides whether two requests have them in common.
    struct Key: Hashable {
        let topic: String
        let pushType: APNsPushType
        let priority: APNsPriority
    }

    let first: UnsafeMutablePointer<curl_slist>?

    /// - Parameter token: a provider token; `nil` with a client certificate.
    init(_ key: Key, token: String?) {
        var lines = [
            "apns-topic: \(key.topic)", "apns-push-type: \(key.pushType)", "apns-priority: \(key.priority)",
            "content-type: application/json",
            // Without a value libcurl leaves them out; it would add both of its own accord.
            "accept:", "expect:",
        ]
        if let token { lines.append("authorization: bearer \(token)") }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            // Without memory the list stays as it is, and the push is refused for the missing header.
            if let longer = unsafe curl_slist_append(list, line) { unsafe list = longer }
        }
        unsafe first = list
    }

    deinit {
        // A provider token is good for an hour: it does not stay behind in freed memory.
        var next = unsafe first
        while let node = unsafe next {
            if let text = unsafe node.pointee.data { unsafe explicit_bzero(text, strlen(text)) }
            unsafe next = node.pointee.next
        }
        unsafe curl_slist_free_all(first)
    }
}
