// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// `open`: what the device would show.
struct OpenCommand: Command {
    static let name = "open"
    static let help = """
        usage: sealedpush open [--key FILE …] [--trust SIGNER …] [PAYLOAD]

        Opens a sealed payload, a file or standard input, and prints what the device
        would show: the text, and who sent it. Where it cannot be opened it prints the
        placeholder, says why on standard error, and ends with exit code 1.

        options:
              --key FILE          open with this key file, a device's or a shared key's, and
                                  not with the store; may be given several times
              --trust SIGNER      believe this signer as well: a name, the path of a file
                                  (with a '/'), or key text, sealedpush:signer:…; may be
                                  given several times
              --require-signed    refuse what is not signed; so it is anyway with --trust, and
                                  once the store has ever trusted a signer
              --allow-anonymous   open what is not signed all the same; a signature by a
                                  stranger is refused in any case
              --json              one line for scripts: status, id, times, signer, payload
              --now MS            judge as at this time, milliseconds since 1970 (testing)
              --no-remember       do not record the push as seen
          -h, --help              this text

        The store remembers what it has opened: the same push once more is a duplicate.
        With --key nothing is remembered, and --json says "replayChecked":false.

        reasons:
          notSealed malformed unsupportedVersion storeUnavailable unknownKey retiredKey
          cannotOpen untrustedSender stale duplicate

        example:
          $ sealedpush open --key phone.key --trust ./door.pub push.json
          title: Door
          body:  Front door opened
          from:  sealedpush:signer:tVbp9QLNsVlGeA1eBRoBGi1kTSWLyr6NlxGYwzEbqR1RTp-6
          sent:  2026-05-28T20:25:40Z

        """

    private static let key = Option("--key", value: "FILE", repeats: true)
    private static let trust = Option("--trust", value: "SIGNER", repeats: true)
    private static let requireSigned = Option("--require-signed")
    private static let allowAnonymous = Option("--allow-anonymous")
    private static let now = Option("--now", value: "MS")
    private static let noRemember = Option("--no-remember")
    static let options = [key, trust, requireSigned, allowAnonymous, .json, now, noRemember]

    private var keys: [String] = []
    private var trusted: [String] = []
    private var file: String?
    private var policy = ReceiverPolicy()
    private var asJSON = false
    private var now: Timestamp?
    private var remembers = true

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var files: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option(let option): try read(option, from: &arguments)
            }
        }
        guard files.count <= 1 else { throw UsageError("one payload at most") }
        file = files.first
        guard (keys + trusted + [file ?? "-"]).filter({ $0 == "-" }).count <= 1 else {
            throw UsageError("standard input can be one thing only: the payload or one key")
        }
    }

    private mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case Self.key:
            let path = try arguments.value(for: option)
            guard !path.hasPrefix("sealedpush:") else {
                throw UsageError("--key takes the path of a file: a secret on the command line is seen by everyone")
            }
            keys.append(path)
        case Self.trust: trusted.append(try arguments.value(for: option))
        case Self.requireSigned, Self.allowAnonymous:
            guard policy.signature == .requiredOnceTrusted else {
                throw UsageError("--require-signed and --allow-anonymous contradict each other")
            }
            policy.signature = option == Self.requireSigned ? .required : .notRequired
        case .json: asJSON = true
        case Self.now:
            let text = try arguments.value(for: option)
            guard let milliseconds = UInt64(text) else {
                throw UsageError("--now '\(PrintableText.excerpt(text))' is no number of milliseconds since 1970")
            }
            now = Timestamp(milliseconds: milliseconds)
        default: remembers = false
        }
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let (keys, seen) = try store(in: &context)
        if file == nil { try context.requirePipedInput("payload") }
        let payload = try context.read(file ?? "-", limit: Limits.outerPayload)
        let clock = context.now
        let now = now
        let opener = Opener(keys: keys, seen: seen, policy: policy, now: { now ?? clock() })
        let result = Result { () throws(OpenFailure) in
            try remembers ? opener.open(payload: payload) : opener.examine(payload: payload)
        }
        switch result {
        case .success(let opened):
            if seen != nil, !opened.replayChecked {
                context.note("the store could not be used to tell whether this push came before")
            }
            let report = OpenReport(opened)
            try asJSON ? context.writeJSON(report.json) : context.writeLine(report.text)
            return .done
        case .failure(let failure):
            try asJSON ? context.writeJSON(OpenReport.json(failure)) : context.writeLine(OpenReport.placeholder)
            throw CommandError(.failed, OpenReport.explanation(failure))
        }
    }

    /// The keys to open with, and what remembers the pushes: the store, or the files that were named and nothing.
    private func store(in context: inout CommandContext) throws(CommandError) -> (any KeyStore, (any SeenIDs)?) {
        let given = InMemoryKeyStore()
        for argument in trusted { given.trust(try KeyArgument.trusted(argument, in: &context)) }
        guard keys.isEmpty else {
            try add(keys, to: given, in: &context)
            return (given, nil)
        }
        let store = try context.openStore()
        guard try CommandError.storing({ () throws(StoreError) in try store.exists() }) else {
            throw CommandError(
                .usage,
                "open with what? add --key FILE (the device's key file), or make keys in the store: key new device NAME"
            )
        }
        return (trusted.isEmpty ? store : StoreWithSigners(store: store, signers: given), store)
    }

    private func add(
        _ paths: [String],
        to store: InMemoryKeyStore,
        in context: inout CommandContext
    ) throws(CommandError) {
        for path in paths {
            let file = try context.readKeyFile(path)
            var found = false
            // Of a file's keys the last is taken for the newest.
            for (index, key) in file.keys.enumerated() {
                let created = Timestamp(milliseconds: UInt64(index))
                switch key {
                case .deviceSecret(let key): store.add(OpeningKey(key, name: file.name, created: created))
                case .sharedSecret(let key): store.add(OpeningKey(key, name: file.name, created: created))
                default: continue
                }
                found = true
            }
            guard found else {
                let kinds = Set(file.keys.map(\.kind.rawValue)).sorted().joined(separator: ", ")
                throw CommandError(
                    .badData,
                    "\(PrintableText.escape(path)): holds \(kinds), expected a device-secret or shared-secret key"
                )
            }
        }
    }
}

/// The keys of a store, and for one call the signers that were named beside it.
private struct StoreWithSigners: KeyStore {
    let store: SQLiteKeyStore
    let signers: InMemoryKeyStore

    func openingKeys(of kind: KeyKind, id: KeyID) throws(KeyStoreError) -> OpeningKeys {
        try store.openingKeys(of: kind, id: id)
    }

    func trustedSigners(id: KeyID) throws(KeyStoreError) -> [TrustedSigner] {
        try store.trustedSigners(id: id) + signers.trustedSigners(id: id)
    }

    func requiresSignature() throws(KeyStoreError) -> Bool { true }
}
