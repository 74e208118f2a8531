// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import TestSupport
import Testing

@Suite("What keeps the listener from its work is said in one line:")
struct ListenErrorTests {
    private func expectEnd(
        _ under: DeviceUnderTest,
        _ arguments: [String] = [],
        code: Int32,
        _ message: String
    ) async throws {
        let process = try ListenProcess(under, ["--show", "none"] + arguments)
        let said = try await process.errors.end().filter { !$0.hasSuffix(" 0 opened") }
        #expect(process.wait() == code)
        #expect(said.count == 1 && said[0].hasPrefix("sealedpush: ") && said[0].contains(message), "\(said)")
    }

    @Test("no device in the key store")
    func noDevice() async throws {
        let under = try DeviceUnderTest(broker: "mqtt://127.0.0.1:1")
        try await expectEnd(under, ["--as", "phone"], code: 66, "no device 'phone' in the key store")
        try under.store.delete("desk")
        try await expectEnd(under, code: 66, "make one with 'sealedpush key new device NAME'")
    }

    @Test("several devices, and none named")
    func which() async throws {
        let under = try DeviceUnderTest(broker: "mqtt://127.0.0.1:1")
        _ = try under.store.makeDevice("phone")
        try await expectEnd(under, code: 64, "add --as DEVICE")
    }

    @Test("no address, and no broker named")
    func noBroker() async throws {
        try await expectEnd(try DeviceUnderTest(broker: nil), code: 66, "add --broker mqtts://HOST")
    }

    @Test("something that is no address of a broker")
    func badBroker() async throws {
        let under = try DeviceUnderTest(broker: nil)
        try await expectEnd(under, ["--broker", "http://h"], code: 64, "not a scheme of MQTT")
    }

    @Test("no session bus for the desktop")
    func noBus() async throws {
        let under = try DeviceUnderTest(broker: "mqtt://127.0.0.1:1")
        let process = try ListenProcess(under, ["--show", "desktop"])
        #expect(process.wait() == 69)
        #expect(try await process.errors.end().contains { $0.contains("no session bus") })
    }

    @Test("another listener with the same data", .timeLimit(.minutes(1)))
    func twice() async throws {
        let broker = try await Broker()
        let under = try DeviceUnderTest(broker: broker.url)
        let first = try ListenProcess(under)
        try await first.listening()
        try await expectEnd(under, code: 75, "another process has these notifications")
    }

    @Test("a wrong password, which is not tried for ever", .timeLimit(.minutes(1)))
    func wrongPassword() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.path("passwords")
        let made = try Child.run("mosquitto_passwd", ["-c", "-b", file, "me", "right"])
        #expect(made.code == 0, "mosquitto_passwd: \(made.error)")
        let broker = try await Broker(["allow_anonymous false", "password_file \(file)"])
        let under = try DeviceUnderTest(broker: broker.url)
        let mine = try folder.write("mine", "wrong-secret\n")
        let arguments = ["--user", "me", "--password-file", mine]
        try await expectEnd(under, arguments, code: 77, "check the user name, the password file")
        try folder.write("mine", "right\n")
        let process = try ListenProcess(under, ["--show", "none"] + arguments)
        try await process.listening()
        #expect(process.end() == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: mine)
        try await expectEnd(under, arguments, code: 77, mine)
        try await expectEnd(under, ["--user", "me", "--password-file", folder.path("none")], code: 66, "none")
    }

    @Test("a certificate of an authority that is not trusted, or one that has expired", .timeLimit(.minutes(1)))
    func certificates() async throws {
        let folder = try TemporaryDirectory()
        try makeCertificate(in: folder, "good", days: 2)
        try makeCertificate(in: folder, "old", days: -1)
        for (name, code, message) in [("good", Int32(69), "trust"), ("old", 69, "expired")] {
            let broker = try await Broker([
                "allow_anonymous true", "certfile \(folder.path("\(name).pem"))",
                "keyfile \(folder.path("\(name).key"))",
            ])
            let under = try DeviceUnderTest(broker: "mqtts://127.0.0.1:\(broker.port)")
            let authority = name == "good" ? "old" : name
            try await expectEnd(under, ["--ca", folder.path("\(authority).pem")], code: code, message)
        }
    }

    /// A certificate that vouches for itself.
    private func makeCertificate(in folder: TemporaryDirectory, _ name: String, days: Int) throws {
        let key = try Child.run(
            "openssl",
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
                + ["-keyout", folder.path("\(name).key"), "-out", folder.path("\(name).csr")]
        )
        #expect(key.code == 0, "openssl: \(key.error)")
        let extensions = try folder.write("\(name).ext", "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:TRUE\n")
        let made = try Child.run(
            "openssl",
            ["x509", "-req", "-in", folder.path("\(name).csr"), "-signkey", folder.path("\(name).key")]
                + ["-set_serial", "1", "-days", "\(days)", "-extfile", extensions, "-out", folder.path("\(name).pem")]
        )
        #expect(made.code == 0, "openssl: \(made.error)")
    }
}
