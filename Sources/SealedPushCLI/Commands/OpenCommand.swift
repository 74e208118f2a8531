// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver

/// `open`: what the device would show.
struct OpenCommand: Command {
    static let name = "open"
    static let help = """
        usage: sealedpush open --key FILE [--key FILE …] [--trust SIGNER …] [PAYLOAD]

        Opens a sealed payload, a file or standard input, and prints what the device
        would show: the text, and who sent it. Where it cannot be opened it prints the
        placeholder, says why on standard error, and ends with exit code 1.

        options:
              --key FILE          the device's key file, or that of a shared key; may be
                                  given several times ('-': standard input)
              --trust SIGNER      believe this signer: the path of a file (with a '/'), or
                                  key text, sealedpush:signer:…; may be given several times
              --require-signed    refuse what is not signed; so it is with --trust anyway
              --allow-anonymous   open what is not signed all the same; a signature by a
                                  stranger is refused in any case
              --json              one line for scripts: status, id, times, signer, payload
              --now MS            judge as at this time, milliseconds since 1970 (testing)
              --no-remember       do not record the push as seen
          -h, --help              this text

        This version has no store: it remembers nothing between two calls, and says
        "replayChecked":false in --json.

        reasons:
          notSealed malformed unsupportedVersion unknownKey cannotOpen untrustedSender
          stale, and with a store: locked storeUnavailable retiredKey duplicate

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

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var files: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): files.append(text)
            case .option(let option): try read(option, from: &arguments)
            }
        }
        guard files.count <= 1 else { throw UsageError("one payload at most") }
        guard !keys.isEmpty else { throw UsageError("open with what? add --key FILE (the device's key file)") }
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
        default:
            // `--no-remember` asks for what this version does anyway: without a store nothing is recorded.
            break
        }
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try store(in: &context)
        if file == nil { try context.requirePipedInput("payload") }
        let payload = try context.read(file ?? "-", limit: Limits.outerPayload)
        let clock = context.now
        let now = now
        let opener = Opener(keys: store, seen: nil, policy: policy, now: { now ?? clock() })
        let result = Result { () throws(OpenFailure) in try opener.open(payload: payload) }
        switch result {
        case .success(let opened):
            let report = OpenReport(opened)
            try context.writeLine(asJSON ? report.json : report.text)
            return .done
        case .failure(let failure):
            try context.writeLine(asJSON ? OpenReport.json(failure) : OpenReport.placeholder)
            throw CommandError(.failed, OpenReport.explanation(failure))
        }
    }

    private func store(in context: inout CommandContext) throws(CommandError) -> InMemoryKeyStore {
        let store = InMemoryKeyStore()
        for path in keys {
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
        for argument in trusted { store.trust(try KeyArgument.trusted(argument, in: &context)) }
        return store
    }
}
