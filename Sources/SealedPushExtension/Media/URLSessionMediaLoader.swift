// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
internal import Dispatch
public import Foundation
internal import SealedPushCore

/// Never compiled or run by this project, which is built and tested on Linux: loads media with `URLSession`.
///
/// `https` alone, after redirections too; without cookies, credentials or a cache. An address that stands in the URL itself
/// must be a public one; what a name resolves to, `URLSession` does not tell before it connects.
public struct URLSessionMediaLoader: MediaLoading {
    /// A loader for the servers that the system trusts.
    public init() {}

    /// Loads over the network.
    ///
    /// - Throws: `MediaError`.
    public func load(_ url: URL, into sink: MediaSink) throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = 10
        let delegate = Delegate(sink: sink)
        guard delegate.allows(url) else {
            throw MediaError(.notAllowed, "the media URL leads to an address that is not public")
        }
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: url)
        task.resume()
        while delegate.done.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
            guard sink.isWanted else { throw MediaError(.timedOut, "the media did not come in time") }
        }
        if let failure = delegate.failure.withLock({ $0 }) { throw failure }
    }

    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        private static let maximumRedirects = 3

        let done = DispatchSemaphore(value: 0)
        let failure = Lock<MediaError?>(nil)
        private let redirects = Lock(0)
        private let sink: MediaSink

        init(sink: MediaSink) { self.sink = sink }

        func allows(_ url: URL) -> Bool {
            guard url.scheme?.lowercased() == "https", url.user == nil, url.password == nil,
                let host = url.host(percentEncoded: false), !host.isEmpty, host.lowercased() != "localhost"
            else { return false }
            var four = in_addr()
            var six = in6_addr()
            if unsafe inet_pton(AF_INET, host, &four) == 1 {
                return PublicAddress.contains(unsafe withUnsafeBytes(of: &four) { unsafe [UInt8]($0) })
            }
            if unsafe inet_pton(AF_INET6, host, &six) == 1 {
                return PublicAddress.contains(unsafe withUnsafeBytes(of: &six) { unsafe [UInt8]($0) })
            }
            return true
        }

        private func stop(_ task: URLSessionTask, _ error: MediaError) {
            failure.withLock { $0 = $0 ?? error }
            task.cancel()
        }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            let count = redirects.withLock { count in
                count += 1
                return count
            }
            guard count <= Self.maximumRedirects, let url = request.url, allows(url) else {
                stop(task, MediaError(.notAllowed, "the media URL leads where media are not loaded from"))
                return completionHandler(nil)
            }
            completionHandler(request)
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            do throws(MediaError) {
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                guard status == 200 else { throw MediaError(.notFound, "the media server answered \(status)") }
                try sink.expect(Int(clamping: response.expectedContentLength))
                completionHandler(.allow)
            } catch {
                stop(dataTask, error)
                completionHandler(.cancel)
            }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            do throws(MediaError) {
                try sink.write([UInt8](data))
            } catch {
                stop(dataTask, error)
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if error != nil {
                failure.withLock { $0 = $0 ?? MediaError(.notReached, "the media could not be loaded") }
            }
            done.signal()
        }
    }
}
#endif
