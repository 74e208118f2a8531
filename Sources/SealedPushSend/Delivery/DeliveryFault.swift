// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushStore

/// Why one push was not accepted.
struct DeliveryFault: Error, Hashable, Sendable {
    /// What the command ends with where nothing else went wrong.
    let code: ExitCode
    /// A word for scripts, such as `addressGone`.
    let kind: String
    /// One line: what, where, what to do.
    let message: String
    /// The service's own word for it.
    var reason: String?
    /// The HTTP status.
    var status: Int?
    /// When the service knew that nobody is at the address.
    var inactiveSince: Timestamp?
    /// How often the push was sent.
    var attempts = 0
    /// Whether it may have arrived all the same.
    var mayHaveBeenAccepted = false
    /// Whether the message says by itself whom it is about.
    let namesRecipient: Bool

    init(_ code: ExitCode, _ kind: String, _ message: String, namesRecipient: Bool = false) {
        self.code = code
        self.kind = kind
        self.message = message
        // Texts of the store begin with the name that they are about.
        self.namesRecipient = namesRecipient || message.hasPrefix("'")
    }

    init(_ error: CommandError) {
        self.init(error.code, Self.kinds[error.code] ?? "failed", error.message ?? "")
    }

    private static let kinds: [ExitCode: String] = [
        .usage: "badRequest", .badData: "badData", .inputMissing: "unknownRecipient", .inputOutput: "system",
        .tryAgain: "busy", .noPermission: "noPermission",
    ]

    /// Runs a call of the command line's, whose errors become this program's.
    static func wrapping<Result>(_ body: () throws(CommandError) -> Result) throws(DeliveryFault) -> Result {
        do throws(CommandError) {
            return try body()
        } catch {
            throw DeliveryFault(error)
        }
    }

    /// Runs a call of the store's, whose errors become this program's.
    static func storing<Result>(_ body: () throws(StoreError) -> Result) throws(DeliveryFault) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw DeliveryFault(CommandError(error))
        }
    }

    /// The members of a result's `error`.
    var json: [UInt8] {
        JSONComposer.object([
            ("code", JSONComposer.text(UInt64(code.rawValue))),
            ("kind", JSONString.quote(kind)),
            ("message", JSONString.quote(message)),
            reason.map { ("reason", JSONString.quote($0)) },
            status.map { ("status", JSONComposer.text(UInt64(clamping: $0))) },
            inactiveSince.map { ("inactiveSince", JSONComposer.text($0.milliseconds)) },
            attempts > 0 ? ("attempts", JSONComposer.text(UInt64(clamping: attempts))) : nil,
            mayHaveBeenAccepted ? ("mayHaveBeenAccepted", JSONComposer.text(true)) : nil,
        ])
    }
}
