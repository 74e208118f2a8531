// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCLI
import SealedPushCore
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushSend

/// What goes wrong, and what the program ends with.
struct FailureTests {
    private let folder: SendFolder
    private let post = FakePost()

    init() throws {
        folder = try SendFolder()
        try folder.device("phone")
        try folder.device("nowhere", at: nil)
        try folder.store.trust(DeviceKey.Secret().publicKey, as: "bare")
        try folder.store.trust(SigningKey.Secret().publicKey, as: "gate")
        try folder.device("lost")
        _ = try folder.store.revoke("lost")
    }

    @Test(
        "Who cannot be sent to is told in one line, and nothing is handed over",
        arguments: [
            ("nobody", 66, "no recipient 'nobody' in the store"),
            ("nowhere", 66, "'nowhere' has no address: ask for a card"),
            ("bare", 66, "'bare' has no address"), ("gate", 65, "'gate' is a signer"),
            ("door", 65, "'door' is a signer"),
            ("lost", 1, "'lost' was revoked"), ("./phone.pub", 65, "give the name of a contact"),
            ("sealedpush:device:abc", 65, "give the name of a contact"),
        ] as [(String, Int32, String)]
    )
    func recipients(_ name: String, _ code: Int32, _ says: String) async throws {
        let run = try await folder.send(["--to", name, "--body", "x"], by: post)
        #expect(run.code == code, "\(run.error)")
        #expect(run.error.hasPrefix("sealedpush: "))
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.error.ranges(of: name).count <= 1, "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1)
        #expect(run.output == "")
        #expect(post.parcels.isEmpty)
    }

    @Test(
        "A command line that means nothing is refused, and nothing is handed over",
        arguments: [
            (["--body", "x"], "whom for?"), (["--queue", "--to", "phone"], "--queue takes its recipients"),
            (["--to", "phone", "--body", "x", "--via", "post"], "--via is apns or mqtt"),
            (["--to", "phone", "--body", "x", "--priority", "11"], "--priority is 10, 5 or 1"),
            (["--to", "phone", "--body", "x", "--push-type", "background"], "--push-type is alert or voip"),
            (["--to", "phone", "--body", "x", "--environment", "sandbox"], "production or development"),
            (["--to", "phone", "--body", "x", "--timeout", "0"], "--timeout is 1s at least, and 1h at most"),
            (["--to", "phone", "--body", "x", "--timeout", "61m"], "--timeout is 1s at least, and 1h at most"),
            (["--to", "phone", "--body", "x", "--timeout", "+9"], "--timeout '+9' is no duration: give 90s, 2m"),
            (["--to", "phone", "--body", "x", "--host", "h:99999"], "--host is HOST or HOST:PORT"),
            (["--to", "phone", "--body", "x", "--host", "::1"], "an IPv6 address in brackets"),
            (["--to", "phone", "--body", "x", "--host", "[::1"], "an IPv6 address in brackets"),
            (["--to", "phone", "--body", "x", "--host", ":443"], "--host is HOST or HOST:PORT"),
            (["--to", "phone", "--body", "x", "-q", "-v"], "contradict"),
            (["--to", "phone", "--body", "x", "--from", "a", "--anonymous"], "contradict"),
            (["--to", "phone", "--body", "x", "--credential", "f"], "did you mean --credentials?"),
            (["--to", "sealedpush:device-secret:abc"], "a secret key on the command line"),
            (["--to", "phone", "--user", "me"], "unknown option --user: here it is --mqtt-user NAME"),
            (["--to", "phone", "--user=me"], "unknown option --user: here it is --mqtt-user NAME"),
            (["--to", "phone", "--password-file", "f"], "here it is --mqtt-password-file FILE"),
        ]
    )
    func usage(_ arguments: [String], _ says: String) async throws {
        let run = try await folder.send(arguments, by: post)
        #expect(run.code == 64, "\(run.error)")
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1)
        #expect(post.parcels.isEmpty)
    }

    @Test("A push that does not fit is refused before anything is handed over")
    func tooLarge() async throws {
        let body = String(repeating: "x", count: 4000)
        let run = try await folder.send(["--to", "phone", "--body", body], by: post)
        #expect(run.code == 65)
        #expect(run.error.contains("over the limit of 4096"))
        #expect(run.error.hasSuffix("(--shorten)\n"))
        #expect(post.parcels.isEmpty)
        let short = try await folder.send(["--to", "phone", "--body", body, "--shorten"], by: post)
        #expect(short.code == 0)
        #expect(short.error.hasPrefix("sealedpush: note: body shortened from 4000 to "))
    }

    @Test("A push that is not accepted is told with its reason, in words and as JSON")
    func notAccepted() async throws {
        var fault = DeliveryFault(.tryAgain, "busy", "too many of them")
        fault.reason = "TooManyRequests"
        fault.status = 429
        fault.attempts = 6
        fault.mayHaveBeenAccepted = true
        post.fail(try SendFolder.apns("aa"), fault)
        let run = try await folder.send(["--to", "phone", "--body", "x"], by: post)
        #expect(run.code == 75)
        #expect(run.error == "sealedpush: phone: too many of them\n")
        #expect(run.output == "")
        let asJSON = try await folder.send(["--to", "phone", "--body", "x", "--json"], by: post)
        #expect(asJSON.code == 75)
        #expect(asJSON.error == "")
        let line = try #require(asJSON.json.first)
        #expect(line["status"] as? String == "failed")
        let error = try #require(line["error"] as? [String: Any])
        #expect(error["code"] as? Int == 75)
        #expect(error["kind"] as? String == "busy")
        #expect(error["reason"] as? String == "TooManyRequests")
        #expect(error["status"] as? Int == 429)
        #expect(error["attempts"] as? Int == 6)
        #expect(error["mayHaveBeenAccepted"] as? Bool == true)
    }

    @Test("Several that fail alike end with their code, unless one was accepted or failed otherwise")
    func codes() async throws {
        try folder.device("tablet", token: "bb")
        let busy = DeliveryFault(.tryAgain, "busy", "busy")
        let both = ["--to", "phone", "--to", "tablet", "--body", "x"]
        post.fail(try SendFolder.apns("aa"), busy)
        #expect(try await folder.send(both, by: post).code == 1)
        post.fail(try SendFolder.apns("bb"), busy)
        #expect(try await folder.send(both, by: post).code == 75)
        post.fail(try SendFolder.apns("bb"), DeliveryFault(.unavailable, "unreachable", "away"))
        #expect(try await folder.send(both, by: post).code == 1)
    }

    @Test("Credentials that are no good are found out once, and told of each push")
    func credentials() async throws {
        try folder.device("tablet", token: "bb")
        post.failCredentials(DeliveryFault(.noPermission, "exposedFile", "key.p8: everyone can read it"))
        let run = try await folder.send(["--to", "phone", "--to", "tablet", "--body", "x"], by: post)
        #expect(run.code == 77)
        #expect(post.made.count == 1)
        #expect(run.error.contains("sealedpush: phone: key.p8: everyone can read it\n"))
        #expect(run.error.contains("sealedpush: tablet: key.p8: everyone can read it\n"))
        #expect(run.error.hasSuffix("sealedpush: 0 of 2 sent, 2 failed\n"))
    }

    @Test("A list that cannot be read stops the program, after what was read before it was sent")
    func missingList() async throws {
        let run = try await folder.send(["--to", "phone", "--to-file", "/nonexistent/list", "--body", "x"], by: post)
        #expect(run.code == 66)
        #expect(post.parcels.count == 1)
        #expect(run.lines.count == 1)
        #expect(run.error.hasSuffix("cannot read /nonexistent/list: no such file or directory\n"), "\(run.error)")
    }

    @Test("Where nothing was sent there is no sum before the error, and a list without names is said to be one")
    func nothing() async throws {
        let missing = try await folder.send(["--to-file", "/nonexistent/list", "--body", "x"], by: post)
        #expect(missing.code == 66)
        #expect(missing.error == "sealedpush: cannot read /nonexistent/list: no such file or directory\n")
        let list = try folder.folder.write("list", "# nobody\n\n")
        let empty = try await folder.send(["--to-file", list, "--body", "x"], by: post)
        #expect(empty.code == 0)
        #expect(empty.error == "sealedpush: note: nobody to send to: the list has no recipient\n")
    }

    @Test("A name that is nearly one of the store's is answered with that one, where somebody typed it")
    func nearName() async throws {
        let typed = try await folder.send(["--to", "phnoe", "--body", "x"], by: post)
        #expect(typed.code == 66)
        #expect(typed.error.hasPrefix("sealedpush: no recipient 'phnoe' in the store; did you mean 'phone'? ("))
        let list = try folder.folder.write("list", "phnoe\n")
        let listed = try await folder.send(["--to-file", list, "--body", "x"], by: post)
        #expect(listed.error.hasPrefix("sealedpush: no recipient 'phnoe' in the store ("), "\(listed.error)")
        // A signer is no recipient.
        #expect(try await !folder.send(["--to", "doro", "--body", "x"], by: post).error.contains("did you mean"))
    }

    @Test("A store that does not exist is what is told, with its path, and not that it lacks a name or a signer")
    func missingStore() async throws {
        let path = folder.folder.path("missing/store.db")
        let to = ["--store", path, "--to", "phone", "--body", "x"]
        for (more, says) in [
            (
                ["--anonymous"],
                "no recipient 'phone': the key store \(path) does not exist; name another with --store FILE"
            ),
            (
                [],
                "who sends? the key store \(path) does not exist: name another with --store FILE, or make a signer with"
            ),
        ] {
            let run = try await folder.send(to + more, by: post)
            #expect(run.code == 66)
            #expect(run.error.hasPrefix("sealedpush: \(says)"), "\(run.error)")
        }
        #expect(post.parcels.isEmpty)
    }

    @Test("A store without a signer is answered with how to make one")
    func noSigner() async throws {
        let path = folder.folder.path("receiver.db")
        try Device("phone").introduce(
            to: SQLiteKeyStore(at: path),
            at: PushAddress(apns: SendFolder.apns("aa")),
            serial: 1
        )
        let run = try await folder.send(["--store", path, "--to", "phone", "--body", "x"], by: post)
        #expect(run.code == 64)
        #expect(
            run.error
                == "sealedpush: who sends? add --from SIGNER to sign, or --anonymous not to; the store has no signer: "
                + "make one with 'sealedpush key new signer NAME'\n"
        )
    }

    @Test("Without a home it is the store that is asked for, not the signer")
    func noHome() async throws {
        for arguments in [["--to", "phone", "--body", "x"], ["--queue"]] {
            let run = try await SendRun(arguments, environment: [:], making: post.making)
            #expect(run.code == 66)
            #expect(run.error.hasPrefix("sealedpush: where is the key store? HOME is not set"), "\(run.error)")
        }
    }

    @Test("Too few files that may be opened are told before anything needs one")
    func descriptors() async throws {
        let program = TestFiles.products.appending(path: "sealedpush-send").path
        let run = try await Blocking.run { [folder] in
            try Child.run(
                "/bin/sh",
                ["-c", #"ulimit -n 6; exec "$0" --to phone --body x"#, program],
                environment: folder.environment
            )
        }
        #expect(run.code == 69)
        #expect(run.error == "sealedpush: fewer than 32 more files may be opened: raise 'ulimit -n'\n")
    }

    @Test("Results that cannot be written end the program with an input/output error, and stop the list")
    func fullDisk() async throws {
        let list = try folder.folder.write("list", "nobody\nphone\n")
        let run = try await SendRun(
            ["--to-file", list, "--body", "x", "--json"],
            outputPath: "/dev/full",
            environment: folder.environment,
            making: post.making
        )
        #expect(run.code == 74)
        #expect(run.error.contains("standard output"))
        #expect(post.parcels.isEmpty)
    }
}
