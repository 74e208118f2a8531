// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key rotate`: a new current key under the same name.
struct KeyRotateCommand: Command {
    static let name = "key rotate"
    static let options = [grace]
    static let help = """
        usage: sealedpush key rotate NAME [--grace DAYS]

        Makes a new current key for an own device, signer or shared key. The old one stays
        good for the grace, so that pushes on their way still open, and is erased after it.
        Give the new card ('key card NAME') to the other side.

        options:
              --grace DAYS   how long the old key stays good, 0 to 30 (30, the longest that
                             Apple keeps a push); 0: it was compromised, and ends now
          -h, --help         this text

        When a member leaves a group, 'key revoke' its shared key and make a new one.

        example:
          $ sealedpush key rotate phone
          sealedpush:device:vf3j6lm2fJaQ2yVgbUJ6RbX0pGhpe7hQmS3bSdQ4cR0Cq1Rt
          sealedpush: note: give the new card to the other side: sealedpush key card phone

        """

    private static let grace = Option("--grace", value: "DAYS")

    private let keyName: String
    private let seconds: UInt32

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var names: [String] = []
        var seconds = Limits.timeToLive
        while let argument = try arguments.next() {
            switch argument {
            case .operand(let text): names.append(text)
            case .option(let option):
                let text = try arguments.value(for: option)
                guard let days = UInt32(text), days <= 30 else {
                    throw UsageError("--grace '\(PrintableText.excerpt(text))' is no number of days from 0 to 30")
                }
                seconds = days * 86_400
            }
        }
        guard names.count == 1 else { throw UsageError("which? sealedpush key rotate NAME ('key list' lists them)") }
        keyName = names[0]
        self.seconds = seconds
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let keys = try CommandError.storing { () throws(StoreError) in try store.rotate(keyName, grace: seconds) }
        if let text = keys.keys.first?.publicText { try context.writeLine(text) }
        if keys.identity != nil {
            context.note("give the new card to the other side: sealedpush key card \(PrintableText.escape(keyName))")
        }
        return .done
    }
}
