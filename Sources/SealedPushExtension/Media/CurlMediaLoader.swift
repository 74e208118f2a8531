// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
public import Foundation

/// Loads media with libcurl: `https` alone, after redirections too, from public addresses, through no proxy.
///
/// It sends no cookie, no credential and nothing of the push but the URL.
public struct CurlMediaLoader: MediaLoading {
    let authorities: String?
    let allowsPrivateAddresses: Bool
    let patience: Duration

    /// A loader for the servers that this system trusts, or for others.
    ///
    /// - Parameters:
    ///   - authorities: The path of a file of certificates in PEM to trust in place of the system's.
    ///   - allowsPrivateAddresses: Whether also addresses of this device and of private networks are loaded from. A sender
    ///     can then make the device ask anything of them.
    ///   - patience: How long a server may take to answer, and how long it may send less than 1 KB a second; in whole
    ///     seconds.
    public init(
        authorities: String? = nil,
        allowsPrivateAddresses: Bool = false,
        patience: Duration = .seconds(10)
    ) {
        self.authorities = authorities
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.patience = patience
    }

    /// Loads over the network.
    ///
    /// - Throws: `MediaError`.
    public func load(_ url: URL, into sink: MediaSink) throws {
        try CurlTransfer(loader: self, sink: sink).run(url.absoluteString)
    }
}
#endif
