// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Loads media: over the network, or in a test from wherever it likes.
public protocol MediaLoading: Sendable {
    /// Gives a sink all bytes that a URL stands for, and returns when it has them; waits for them on the caller's thread.
    ///
    /// It ends early by an error: the sink's, once that takes no more, or a `MediaError` of its own. A loader that waits looks
    /// at `isWanted` again and again, at least once a second, and stops when it is false.
    /// - Parameters:
    ///   - url: An `https` URL without a user or a password. Where it leads by redirection is for the loader to check.
    ///   - sink: Where the bytes go; it bounds them, so a loader needs to keep none.
    func load(_ url: URL, into sink: MediaSink) throws
}
