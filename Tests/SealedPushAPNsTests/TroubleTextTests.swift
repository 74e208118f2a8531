// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

@testable import SealedPushAPNs

@Suite("What keeps a client from APNs is said in one line")
struct TroubleTextTests {
    @Test("a server whose certificate is not trusted gets nothing, and all who wait are told at once")
    func untrusted() async throws {
        let server = try await TestAPNs.start()
        let client = try server.client { $0.certificateAuthorities = server.path("other-ca.pem") }
        await withTaskGroup(of: APNsError?.self) { group in
            for number in 0..<50 {
                group.addTask { try? await client.failure(Sample.request(number)) }
            }
            for await error in group {
                #expect(error?.code == .untrustedServer)
                #expect(
                    error?.description.hasPrefix("the certificate of localhost:\(server.port) is not trusted: ")
                        == true,
                    "\(String(describing: error))"
                )
                let hint = "(\(server.path("other-ca.pem"))) and this machine's clock"
                #expect(error?.description.hasSuffix(hint) == true)
                #expect(error?.mayHaveBeenAccepted == false)
            }
        }
        #expect(try await server.report().requests == 0)
    }

    @Test("a server of another name is not trusted either")
    func otherName() async throws {
        let server = try await TestAPNs.shared()
        // The certificate is for localhost alone.
        let client = try server.client { $0.environment = APNsEnvironment(host: "127.0.0.1", port: server.port) }
        #expect(try await client.failure(Sample.request()).code == .untrustedServer)
    }

    @Test("nothing listens there")
    func refusedConnection() async throws {
        let server = try await TestAPNs.shared()
        // The port was free a moment ago, and nobody listens on it.
        let port = try SilentHost().port
        let client = try server.client {
            $0.environment = APNsEnvironment(host: "127.0.0.1", port: port)
            $0.retry.attempts = 2
        }
        let error = try await client.failure(Sample.request())
        #expect(error.code == .unreachable)
        #expect(
            error.description
                == "cannot connect to 127.0.0.1:\(port): connection refused; check the network, and that a "
                + "firewall lets port \(port) through (gave up after 2 attempts)"
        )
    }

    @Test("a host that has no address")
    func unknownHost() async throws {
        let server = try await TestAPNs.shared()
        let client = try server.client {
            $0.environment = APNsEnvironment(host: "apns.invalid")
            $0.retry.attempts = 1
        }
        let error = try await client.failure(Sample.request())
        #expect(error.code == .unreachable)
        #expect(error.description == "cannot find the address of apns.invalid:443: check the name, the network and DNS")
    }

    @Test("a server that speaks no HTTP/2 is not APNs, whatever it answers")
    func oldHTTP() async throws {
        let server = try await TestAPNs.start(alpn: "http/1.1")
        let error = try await server.client().failure(Sample.request())
        #expect(error.code == .notAPNs)
        #expect(error.description.hasPrefix("localhost:\(server.port) answers but not in HTTP/2"))
    }

    struct BadConfiguration: CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout APNsClient.Configuration) -> Void

        init(_ text: String, _ change: @escaping @Sendable (inout APNsClient.Configuration) -> Void) {
            (testDescription, self.change) = (text, change)
        }
    }

    @Test(
        "a configuration that cannot be",
        arguments: [
            BadConfiguration("attempts must be 1 at least") { $0.retry.attempts = 0 },
            BadConfiguration("attempts must be 1 at least") { $0.retry.longestDelay = .zero },
            BadConfiguration("timeouts must be longer than nothing") { $0.requestTimeout = .zero },
            BadConfiguration("maximumStreams is 0, must be 1…10,000") { $0.maximumStreams = 0 },
            BadConfiguration("maximumOutstanding is 1000001, must be 1…1,000,000") {
                $0.maximumOutstanding = 1_000_001
            },
            BadConfiguration("cannot read /nowhere/ca.pem: no such file") {
                $0.certificateAuthorities = "/nowhere/ca.pem"
            },
            BadConfiguration("is no host and port to connect to") {
                $0.environment = APNsEnvironment(host: "user@host")
            },
            BadConfiguration("is no host and port to connect to") { $0.environment = APNsEnvironment(host: "host/x?") },
            BadConfiguration("is no host and port to connect to") {
                $0.environment = APNsEnvironment(host: "", port: 1)
            },
            BadConfiguration("is no host and port to connect to") {
                $0.environment = APNsEnvironment(host: "a", port: 0)
            },
        ]
    )
    func configuration(bad: BadConfiguration) async throws {
        var configuration = try await TestAPNs.shared().configuration()
        bad.change(&configuration)
        let error = #expect(throws: APNsError.self) { try APNsClient(configuration) }
        #expect(error?.code == .badConfiguration)
        #expect(error?.description.contains(bad.testDescription) == true, "\(String(describing: error))")
    }

    @Test("Apple's two services, at either port")
    func environments() {
        #expect(APNsEnvironment.production.description == "api.push.apple.com:443")
        #expect(APNsEnvironment.development.atAlternatePort.description == "api.sandbox.push.apple.com:2197")
    }
}
