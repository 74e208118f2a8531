// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SealedPushCore
internal import SealedPushSender

/// Seals one payload for many: a JSON line each, in the order given, on every core; one that fails stops no other.
final class FanOut {
    /// How many are sealed at once: enough to keep the cores busy, few enough that memory does not grow with the list.
    private static let batchLength = 1024
    /// How many one core takes at a time, before it asks for more.
    private static let pieceLength = 32

    /// One line of the output.
    private struct Entry {
        /// What stands after `to`.
        let name: String
        /// Why it is refused as it stands.
        let refusal: String?
    }

    /// What an argument names, or why nothing.
    private enum Key: Sendable {
        /// Key text, which needs nothing but a look at it: done where it is sealed.
        case text
        case found(Recipient)
        case failed(CommandError)
    }

    private let prepared: PreparedPayload
    private var batch: [Entry] = []
    private var done = 0
    private var failed = 0
    private var shortened: Shortened?
    private var progress = Progress("sealed")

    var isEmpty: Bool { done == 0 && batch.isEmpty }

    init(_ prepared: PreparedPayload) { self.prepared = prepared }

    /// Takes one recipient, and writes when a batch is full.
    ///
    /// - Parameter refusal: why it is refused as it stands; its name is then one that may be shown.
    func add(_ name: String, refusal: String? = nil, in context: inout CommandContext) throws(CommandError) {
        batch.append(Entry(name: name, refusal: refusal))
        if batch.count == Self.batchLength { try writeBatch(in: &context) }
    }

    /// Writes the rest.
    ///
    /// - Throws: exit code 1 when any recipient failed.
    func finish(in context: inout CommandContext) throws(CommandError) {
        try writeBatch(in: &context)
        progress.clear(in: context)
        if let shortened {
            context.note("body shortened from \(shortened.bodyBytes) to \(shortened.keptBytes) bytes and \"…\"")
        }
        guard failed > 0 else { return }
        throw CommandError(.failed, "\(failed) of \(done) recipients failed; the lines with \"error\" say why")
    }

    private func writeBatch(in context: inout CommandContext) throws(CommandError) {
        let entries = batch
        batch = []
        // Files and names one after another: they are read from one place, and may be asked for twice.
        let keys = entries.map { Self.key($0, in: &context) }
        let prepared = prepared
        let lines = Lock([Line?](repeating: nil, count: entries.count))
        let pieces = entries.indices.filter { $0 % Self.pieceLength == 0 }
        DispatchQueue.concurrentPerform(iterations: pieces.count) { piece in
            let range = pieces[piece]..<min(pieces[piece] + Self.pieceLength, entries.count)
            let sealed = range.map { index in
                let name = entries[index].name
                return Line(name, Result { () throws(CommandError) in try Self.seal(prepared, name, keys[index]) })
            }
            lines.withLock { $0.replaceSubrange(range, with: sealed) }
        }
        for line in lines.withLock({ $0 }).compactMap({ $0 }) {
            try context.write(line.bytes)
            if let sealed = line.sealed {
                shortened = shortened ?? sealed.shortened
                context.detail("sealed \(sealed.messageID), \(sealed.json.count) bytes, good until \(sealed.expiresAt)")
            } else {
                failed += 1
            }
            done += 1
        }
        progress.show(done, in: context)
    }

    private static func key(_ entry: Entry, in context: inout CommandContext) -> Key {
        if let refusal = entry.refusal { return .failed(CommandError(.badData, refusal)) }
        if entry.name.hasPrefix("sealedpush:") { return .text }
        do throws(CommandError) {
            return .found(try KeyArgument.recipient(entry.name, in: &context))
        } catch {
            return .failed(error)
        }
    }

    private static func seal(
        _ prepared: PreparedPayload,
        _ argument: String,
        _ key: Key
    ) throws(CommandError) -> SealedPayload {
        let recipient =
            switch key {
            case .text: try KeyArgument.recipient(text: argument)
            case .found(let recipient): recipient
            case .failed(let error): throw error
            }
        do throws(SealError) {
            return try prepared.seal(to: recipient)
        } catch {
            throw CommandError(error)
        }
    }
}

/// One line of the output, put together where it was sealed.
private struct Line: Sendable {
    let bytes: [UInt8]
    /// `nil` for one that failed.
    let sealed: SealedPayload?

    init(_ name: String, _ result: Result<SealedPayload, CommandError>) {
        sealed = try? result.get()
        var bytes = [UInt8](#"{"to":"#.utf8) + JSONString.quote(name)
        switch result {
        case .success(let sealed):
            bytes += #","payload":"#.utf8
            bytes += sealed.json
        case .failure(let error):
            bytes += #","error":"#.utf8
            bytes += JSONComposer.object([
                ("code", JSONComposer.text(UInt64(error.code.rawValue))),
                ("message", JSONComposer.text(error.message)),
            ])
        }
        self.bytes = bytes + "}\n".utf8
    }
}
