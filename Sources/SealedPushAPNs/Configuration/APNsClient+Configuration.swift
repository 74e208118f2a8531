// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import SealedPushCore

extension APNsClient {
    /// What a client is made from.
    public struct Configuration: Sendable {
        /// Where the pushes go.
        public var environment: APNsEnvironment
        /// Who sends them.
        public var credentials: APNsCredentials
        /// When a push is sent again, and for how long.
        public var retry = APNsRetryPolicy()

        /// How long making a connection may take, TLS included.
        public var connectTimeout = Duration.seconds(10)
        /// How long APNs may take to answer one request; a push that is sent again gets as much again.
        public var requestTimeout = Duration.seconds(30)

        /// How many requests may be under way on the connection at once; where APNs allows fewer, it gets fewer.
        ///
        /// 1…10,000. APNs usually allows 1,000; half of that keeps a connection busy at any round-trip time up to a second
        /// with 500 pushes a second.
        public var maximumStreams = 500
        /// How many pushes the client holds at once, those that wait to be sent again included.
        ///
        /// 1…1,000,000. Whoever sends more waits. Each takes its payload, 4 kB at most, and about 1 kB.
        public var maximumOutstanding = 2_000

        /// A PEM file of the certificate authorities to trust in place of the system's, for tests and inspecting proxies.
        public var certificateAuthorities: String?
        /// Whether to connect directly even if `https_proxy` and its kin in the process's environment name a proxy.
        public var ignoresProxy = false

        package var clocks = APNsClocks.system
        /// From 0 up to 1; each delay is multiplied by it.
        package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

        /// Takes what has no default.
        public init(environment: APNsEnvironment, credentials: APNsCredentials) {
            self.environment = environment
            self.credentials = credentials
        }

        func check() throws(APNsError) {
            try environment.check()
            try retry.check()
            guard connectTimeout > .zero, requestTimeout > .zero else {
                throw APNsError(.badConfiguration, "timeouts must be longer than nothing")
            }
            guard (1...10_000).contains(maximumStreams) else {
                throw APNsError(.badConfiguration, "maximumStreams is \(maximumStreams), must be 1…10,000")
            }
            guard (1...1_000_000).contains(maximumOutstanding) else {
                throw APNsError(.badConfiguration, "maximumOutstanding is \(maximumOutstanding), must be 1…1,000,000")
            }
            guard let certificateAuthorities else { return }
            guard unsafe access(certificateAuthorities, R_OK) == 0 else {
                let error = FileError("read", certificateAuthorities, errno: errno)
                throw APNsError(.badConfiguration, "certificate authorities: \(error.description)")
            }
        }
    }
}
