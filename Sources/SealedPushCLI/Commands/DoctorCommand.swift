// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushReceiver
internal import SealedPushStore

/// `doctor`: what is wrong on this machine.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let options = [Option.json]
    static let help = """
        usage: sealedpush doctor [--json]

        Checks the key store (whole, readable by you alone, secret and public keys that
        belong together, nothing left to erase), the version of libsodium, and the clock.
        Changes nothing.

        options:
              --json   a line of JSON for each check
          -h, --help   this text

        Exit code 0 when all is well, 1 when something is not.

        example:
          $ sealedpush doctor
          store: ok: /home/me/.local/share/sealedpush/store.db, 2 keys and contacts
          libsodium: ok: 1.0.18
          clock: ok: 2026-05-28T20:25:40Z

        """

    private struct Check {
        let name: String
        /// What was found where all is well.
        let finding: String
        let problems: [String]
    }

    /// The oldest libsodium with everything this program calls.
    private static let oldestSodium = [1, 0, 18]

    private let asJSON: Bool

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        asJSON = try arguments.onlyFlags(else: "doctor takes no operand").contains(.json)
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let checks = [try store(in: context), sodium(), clock(context.now())]
        for check in checks {
            let shown = check.problems.isEmpty ? ["ok: \(check.finding)"] : check.problems.map { "wrong: \($0)" }
            if asJSON {
                let object = JSONComposer.object([
                    ("check", JSONString.quote(check.name)),
                    ("ok", JSONComposer.text(check.problems.isEmpty)),
                    ("found", JSONString.quote(check.finding)),
                    ("problems", JSONComposer.array(check.problems.map { JSONString.quote($0) })),
                ])
                try context.writeLine(String(decoding: object, as: UTF8.self))
            } else {
                for line in shown { try context.writeLine("\(check.name): \(line)") }
            }
        }
        let count = checks.reduce(0) { $0 + $1.problems.count }
        guard count > 0 else { return .done }
        throw CommandError(.failed, count == 1 ? "one thing is wrong" : "\(count) things are wrong")
    }

    private func store(in context: CommandContext) throws(CommandError) -> Check {
        let path = try context.storePath()
        let shown = PrintableText.escape(path)
        do throws(StoreError) {
            let store = try context.openStore(at: path)
            guard try store.exists() else {
                return Check(name: "store", finding: "none yet at \(shown)", problems: [])
            }
            let problems = try store.check()
            let count = try store.ownKeys().count + store.contacts().count
            return Check(name: "store", finding: "\(shown), \(count) keys and contacts", problems: problems)
        } catch {
            return Check(name: "store", finding: shown, problems: [error.description])
        }
    }

    private func sodium() -> Check {
        let parts = Sodium.version.split(separator: ".").map { Int($0) ?? 0 }
        let isOld = parts.lexicographicallyPrecedes(Self.oldestSodium)
        return Check(
            name: "libsodium",
            finding: Sodium.version,
            problems: isOld ? ["libsodium \(Sodium.version) is older than 1.0.18"] : []
        )
    }

    private func clock(_ now: Timestamp) -> Check {
        Check(
            name: "clock",
            finding: "\(now)",
            problems: Opener.isUnset(now)
                ? ["the clock says \(now): it is not set, and no push can be told to be too old"] : []
        )
    }
}
