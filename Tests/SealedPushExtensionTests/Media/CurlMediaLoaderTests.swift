// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("Media over the network")
struct CurlMediaLoaderTests {
    private let server: MediaServer

    init() throws { server = try MediaServer.shared() }

    /// A loader that trusts the test's server, on loopback, and waits for it no longer than a second.
    private var loader: CurlMediaLoader {
        CurlMediaLoader(authorities: server.authorities, allowsPrivateAddresses: true, patience: .seconds(1))
    }

    private func deliver(_ path: String, _ loader: CurlMediaLoader? = nil) throws -> MediaDelivery {
        try MediaDelivery(url: server.url(path), SpyLoader(loader ?? self.loader))
    }

    // rows: S3-17, S3-19
    @Test("are loaded with or without a length", arguments: ["file", "chunked", "unmeasured"])
    func loaded(how: String) throws {
        for (name, type) in MediaFiles.types {
            try deliver("\(how)/\(name)?name=a.txt&x=%2F").expectAttached(try MediaFiles.bytes(name), type: type)
        }
    }

    @Test("are loaded after a redirection to https", arguments: ["to/https", "hops/1", "hops/3"])
    func redirected(path: String) throws {
        try deliver(path).expectAttached(try MediaFiles.bytes("image.png"), type: "public.png")
    }

    private static let faults: [(String, MediaError.Code)] = [
        // Elsewhere.
        ("to/http", .notAllowed), ("to/file", .notAllowed), ("to/ftp", .notAllowed), ("to/user", .notAllowed),
        ("hops/4", .notAllowed), ("hops/100000", .notAllowed), ("to/nowhere", .notFound),
        // No answer that holds the file.
        ("status/404", .notFound), ("status/403", .notFound), ("status/500", .notFound), ("status/204", .notFound),
        ("status/201", .notFound), ("status/206", .notFound),
        // Too much.
        ("endless/image.png", .tooLarge), ("endless/sound.mp3", .tooLarge), ("endless/movie.mpg", .tooLarge),
        ("half-gigabyte/image.png", .tooLarge), ("half-gigabyte/movie.mp4", .tooLarge),
        // Too little.
        ("truncated/image.png", .notReached), ("truncated/sound.mp3", .notReached),
        ("half-a-chunk/image.png", .notReached), ("half/image.png", .notUsable), ("half/movie.mp4", .notUsable),
        ("empty/", .unknownType), ("html/", .unknownType),
        // Too slow.
        ("stall/image.png", .timedOut), ("silence/", .timedOut), ("drip/image.png", .timedOut),
    ]

    @Test("that go wrong are left out, and the text is shown", arguments: faults.indices)
    func refused(number: Int) throws {
        let (path, code) = Self.faults[number]
        let delivery = try deliver(path)
        try delivery.expectTextAlone()
        #expect(delivery.log.errors.map(\.code) == [code], "\(path): \(delivery.log.errors)")
        for error in delivery.log.errors {
            #expect(!error.description.contains("localhost"), "\(error)")
            #expect(!error.description.contains("\(server.port)"), "\(error)")
        }
    }

    @Test("come from no server that is not trusted")
    func notTrusted() throws {
        var wrong = [CurlMediaLoader(authorities: server.otherAuthorities, allowsPrivateAddresses: true)]
        // What the system trusts is not our authority.
        wrong.append(CurlMediaLoader(allowsPrivateAddresses: true))
        for loader in wrong {
            let delivery = try deliver("file/image.png", loader)
            try delivery.expectTextAlone()
            #expect(delivery.log.errors.map(\.code) == [.notReached])
        }
    }

    @Test("come from no server with another name than its certificate has")
    func wrongName() throws {
        let loader = SpyLoader(loader)
        let delivery = try MediaDelivery(url: server.url("file/image.png", host: "127.0.0.1"), loader)
        try delivery.expectTextAlone()
        #expect(delivery.log.errors.map(\.code) == [.notReached])
    }

    @Test(
        "come from no address that is not public",
        arguments: [
            "localhost", "127.0.0.1", "[::1]", "0.0.0.0", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]",
        ]
    )
    func privateAddress(host: String) throws {
        let loader = CurlMediaLoader(authorities: server.authorities)
        let delivery = try MediaDelivery(url: server.url("file/image.png", host: host), SpyLoader(loader))
        try delivery.expectTextAlone()
        #expect(delivery.log.errors.map(\.code) == [.notAllowed], "\(delivery.log.errors)")
    }

    @Test("are never asked for in the clear")
    func neverPlain() throws {
        try deliver("to/http").expectTextAlone()
        let plain = try MediaDelivery(url: "http://localhost:\(server.plainPort)/file/image.png", SpyLoader(loader))
        try plain.expectTextAlone()
        let directory = try TemporaryDirectory()
        let sink = MediaSink(
            file: try MediaFile(in: directory.url),
            digest: nil,
            deadline: .now + .seconds(60),
            isOpen: { true }
        )
        // Nor by a loader that is given such a URL.
        let url = try #require(URL(string: "http://localhost:\(server.plainPort)/file/image.png"))
        #expect { try loader.load(url, into: sink) } throws: { MediaError.Code.notAllowed ~= $0 }
        // The counter is no picture, so another tool asks for it.
        let hits = try Child.run(
            "python3",
            [
                "-c",
                "import ssl, sys, urllib.request as r; print(r.urlopen(sys.argv[1], context=ssl.create_default_context("
                    + "cafile=sys.argv[2])).read().decode())",
                server.url("http-hits/"), server.authorities,
            ]
        )
        #expect(hits.text == "0\n", "\(hits.error)")
    }

    @Test("do not hold up the text when the time is up, and are given up soon after", arguments: ["stall", "silence"])
    func expiry(how: String) throws {
        let patient = CurlMediaLoader(
            authorities: server.authorities,
            allowsPrivateAddresses: true,
            patience: .seconds(600)
        )
        let started = Gate()
        started.open()
        let loader = SpyLoader { url, sink in
            started.pass()
            try patient.load(url, into: sink)
        }
        let delivery = try MediaDelivery(url: server.url("\(how)/image.png"), loader)
        #expect(started.waitForWorker())
        delivery.expire()
        #expect(delivery.answers.count == 1)
        let start = ContinuousClock.now
        try delivery.expectTextAlone()
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(delivery.log.errors == [])
    }

    @Test("are given up at the deadline, however patient the loader is")
    func deadline() throws {
        let directory = try TemporaryDirectory()
        let patient = CurlMediaLoader(
            authorities: server.authorities,
            allowsPrivateAddresses: true,
            patience: .seconds(600)
        )
        let fetch = MediaFetch(
            loader: patient,
            deadline: .now + .milliseconds(500),
            isOpen: { true },
            folder: directory.url
        )
        let url = try #require(URL(string: server.url("stall/image.png")))
        let start = ContinuousClock.now
        #expect { _ = try fetch.load(MediaRequest(url: url)) } throws: { MediaError.Code.timedOut ~= $0 }
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == [])
    }

    @Test(
        "take less than half of the memory that an extension may have, however much comes",
        arguments: [("file/movie.mp4", "public.mpeg-4"), ("endless/movie.mpg", ""), ("half-gigabyte/image.png", "")]
    )
    func memory(path: String, types: String) throws {
        let fixture = TestFiles.products.appending(path: "MediaFixture").path
        let outcome = try Child.run(fixture, [server.url(path), server.authorities])
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(outcome.code == 0 && lines.count == 4, "\(outcome.error)")
        #expect(lines[0] == "opened")
        #expect(lines[1] == types)
        // The system ends an extension that takes more than 24 MB; what libcurl and TLS take once is in this.
        let kilobytes = try #require(Int(lines[2]))
        #expect(kilobytes < 12 * 1024)
    }
}
#endif
