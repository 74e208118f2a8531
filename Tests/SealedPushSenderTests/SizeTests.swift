// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import TestSupport
import Testing

/// The size of a sealed payload is known before it is built.
struct SizeTests {
    /// A body of that many bytes, of characters of one byte or of up to four.
    static func body(_ length: Int, multiByte: Bool) -> String {
        guard multiByte else { return String(repeating: "x", count: length) }
        var body = ""
        body.reserveCapacity(length)
        let pieces = ["é", "漢", "😀", "\"", "\n", "x"]
        var left = length
        while left > 0 {
            let piece = pieces[left % pieces.count]
            body += piece.utf8.count <= left ? piece : "x"
            left -= piece.utf8.count <= left ? piece.utf8.count : 1
        }
        return body
    }

    @Test(
        "For every body length the predicted size is the real one, or the one in the refusal",
        arguments: Way.all,
        [false, true]
    )
    func predicted(_ way: Way, _ multiByte: Bool) throws {
        let sealer = try way.sealer()
        let recipient = try way.recipient()
        var unlimited = sealer
        unlimited.limit = Limits.outerPayload
        unlimited.padding = .none
        var (fitting, refused) = (0, 0)
        // In debug every tenth length, in release all of them.
        for length in stride(from: 0, through: 4000, by: 10 / Rounds.count(10)) {
            let payload = PushPayload(title: "Door", body: Self.body(length, multiByte: multiByte))
            do {
                let prepared = try sealer.prepare(payload)
                let size = try prepared.size(for: recipient)
                let sealed = try prepared.seal(to: recipient)
                if size != sealed.json.count || size > 4096 {
                    Issue.record("body of \(length) bytes: predicted \(size), is \(sealed.json.count)")
                }
                fitting += 1
            } catch {
                let size = try #require(error.size)
                let real = try unlimited.seal(payload, to: recipient).json.count
                if real <= 4096 { Issue.record("body of \(length) bytes: \(real) would fit") }
                // What fits neither mode is told for a device, whose envelope is the longer one.
                let told = try unlimited.seal(payload, to: Sample.recipient(.device)).json.count
                if size.size != real, size.size != told {
                    Issue.record("body of \(length) bytes: refused with \(size.size), is \(real)")
                }
                refused += 1
            }
        }
        #expect(fitting > 0 && refused > 0)
    }

    @Test("4,095 and 4,096 bytes pass, 4,097 are refused with what is over", arguments: Way.all)
    func edge(_ way: Way) throws {
        var sealer = try way.sealer()
        let recipient = try way.recipient()
        // A payload that needs exactly one bucket, so that the padding, if any, adds nothing and can give nothing away.
        let least = try Sample.innerLength(way.unpadded().seal(PushPayload(body: "x"), to: recipient))
        let payload = PushPayload(body: String(repeating: "x", count: 2049 - least))
        sealer.placeholder = Placeholder("x")
        let smallest = try sealer.seal(payload, to: recipient).json.count
        for target in [4095, 4096] {
            sealer.placeholder = Placeholder(String(repeating: "x", count: 1 + target - smallest))
            let sealed = try sealer.seal(payload, to: recipient)
            #expect(sealed.json.count == target)
            #expect(try sealer.prepare(payload).size(for: recipient) == target)
            #expect(try Sample.innerLength(sealed) == 2048)
        }
        sealer.placeholder = Placeholder(String(repeating: "x", count: 1 + 4097 - smallest))
        let error = #expect(throws: SealError.self) { try sealer.seal(payload, to: recipient) }
        #expect(error?.code == .tooLarge)
        #expect(error?.size?.size == 4097)
        #expect(error?.size?.limit == 4096)
        #expect(error?.size?.overshoot == 1)
        #expect(error?.size?.largestField == "aps.alert.body")
        #expect(
            error?.description.hasPrefix(
                "the sealed payload would have 4097 bytes, 1 over the limit of 4096; aps.alert.body takes most, "
            ) == true,
            "\(error?.description ?? "")"
        )
    }

    @Test("A body of slashes costs what it costs: they are not escaped", arguments: Way.unpadded)
    func slashes(_ way: Way) throws {
        let sealer = try way.sealer()
        let slashes = try sealer.prepare(PushPayload(body: String(repeating: "/", count: 2000)))
        let letters = try sealer.prepare(PushPayload(body: String(repeating: "x", count: 2000)))
        #expect(try slashes.size(for: way.recipient()) == letters.size(for: way.recipient()))
        #expect(try !slashes.seal(to: way.recipient()).text.contains("\\"))
    }

    @Test("What fits a shared key's shorter envelope alone is prepared, and refused for a device")
    func betweenModes() throws {
        let sealer = try Sample.sealer(padding: .none)
        let (device, shared) = try (Sample.recipient(.device), Sample.recipient(.shared))
        let length = try #require(
            (2800...3000).first { length in
                (try? sealer.seal(PushPayload(body: String(repeating: "x", count: length)), to: device)) == nil
            }
        )
        let prepared = try sealer.prepare(PushPayload(body: String(repeating: "x", count: length)))
        #expect(try prepared.seal(to: shared).json.count <= 4096)
        let error = #expect(throws: SealError.self) { try prepared.seal(to: device) }
        #expect(error?.code == .tooLarge)
        #expect(throws: SealError.self) { try prepared.size(for: device) }
    }

    @Test("One megabyte is refused with its size")
    func megabyte() throws {
        let error = #expect(throws: SealError.self) {
            try Sample.sealer().prepare(PushPayload(body: String(repeating: "x", count: 1_000_000)))
        }
        #expect((error?.size?.overshoot ?? 0) > 1_300_000)
    }
}

extension Way {
    /// The same sender, hiding no length.
    fileprivate func unpadded() throws -> Sealer { try Sample.sealer(signed: signed, padding: .none) }
}
