// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file to be loaded and attached to a notification.
///
/// Whoever runs the server learns that the push has come, when, and from what address. Take the URL from the sealed payload
/// alone: what stands beside the seal may be anyone's.
public struct MediaRequest: Hashable, Sendable {
    /// Where it is; `https` alone, without a user or a password in it.
    public let url: URL
    /// What it must be; `nil` to take what comes.
    public let digest: MediaDigest?

    /// Names a file, and what it must be.
    public init(url: URL, digest: MediaDigest? = nil) {
        self.url = url
        self.digest = digest
    }

    /// Reads a request from members of the payload: `MediaRequest(userInfo: content.userInfo, urlKey: "mediaUrl")`.
    ///
    /// - Parameters:
    ///   - userInfo: The payload, as content carries it.
    ///   - urlKey: The name of the member that holds the URL.
    ///   - digestKey: The name of the member that holds the digest, where there may be one.
    /// - Returns: `nil` without such a URL, and where the digest is there and is none: it is not skipped.
    public init?(userInfo: [AnyHashable: Any], urlKey: String, digestKey: String? = nil) {
        guard let url = (userInfo[urlKey] as? String).flatMap({ URL(string: $0) }) else { return nil }
        self.url = url
        guard let member = digestKey.flatMap({ userInfo[$0] }) else {
            digest = nil
            return
        }
        guard let digest = (member as? String).flatMap(MediaDigest.init) else { return nil }
        self.digest = digest
    }

    /// - Throws: `MediaError.notAllowed` for all but a plain `https` URL.
    func check() throws(MediaError) {
        guard url.scheme?.lowercased() == "https" else {
            throw MediaError(.notAllowed, "media are loaded from https URLs alone")
        }
        guard let host = url.host(percentEncoded: false), !host.isEmpty else {
            throw MediaError(.notAllowed, "the media URL names no host")
        }
        guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
            throw MediaError(.notAllowed, "the media URL holds a user or a password: leave them out")
        }
    }
}
