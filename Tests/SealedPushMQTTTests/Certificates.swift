// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Certificates of a test's own, made by the `openssl` command.
struct Certificates: Sendable {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try makeAuthority("ca")
        try makeAuthority("other-ca")
    }

    func path(_ name: String) -> String { folder.path(name) }

    /// Makes `NAME.pem` and `NAME.key`, signed by `ca`.
    ///
    /// - Parameter days: how long it is valid; negative for one that has expired.
    func make(_ name: String, subjectAltName: String, days: Int = 2) throws {
        try run(
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)"]
                + ["-keyout", path("\(name).key"), "-out", path("\(name).csr")]
        )
        try folder.write("\(name).ext", "subjectAltName=\(subjectAltName)\n")
        var arguments = [
            "x509", "-req", "-in", path("\(name).csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
            "-set_serial", "\(abs(name.hashValue))", "-extfile", path("\(name).ext"), "-out", path("\(name).pem"),
        ]
        arguments += ["-days", "\(days)"]
        try run(arguments)
    }

    private func makeAuthority(_ name: String) throws {
        try run(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
                + ["-subj", "/CN=\(name)", "-keyout", path("\(name).key"), "-out", path("\(name).pem")]
        )
    }

    private func run(_ arguments: [String]) throws {
        let outcome: Child.Outcome
        do {
            outcome = try Child.run("openssl", arguments)
        } catch {
            throw Failed(description: "the program openssl is missing: apt-get install openssl")
        }
        guard outcome.code == 0 else { throw Failed(description: outcome.error) }
    }
}
