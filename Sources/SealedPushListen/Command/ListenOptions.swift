// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore

/// What the command line asks for.
struct ListenOptions: Sendable {
    /// Where notifications are shown.
    enum Show: String, Sendable {
        case desktop, terminal, none
    }

    private static let device = Option("--as", value: "DEVICE")
    private static let broker = Option("--broker", value: "URL")
    private static let user = Option("--user", value: "NAME")
    private static let passwordFile = Option("--password-file", value: "FILE")
    private static let certificate = Option("--certificate", value: "FILE")
    private static let key = Option("--key", value: "FILE")
    private static let authorities = Option("--ca", value: "FILE")
    private static let clientID = Option("--client-id", value: "ID")
    private static let show = Option("--show", value: "WHERE")
    private static let exec = Option("--exec", value: "PROGRAM")
    private static let data = Option("--data", value: "FOLDER")
    private static let store = Option("--store", value: "FILE")
    private static let max = Option("--max", value: "COUNT")
    private static let quiet = Option("--quiet", short: "q")
    private static let verbose = Option("--verbose", short: "v")
    private static let all = [
        device, broker, user, passwordFile, certificate, key, authorities, clientID, show, exec, .json, data, store,
        max,
        quiet, verbose,
    ]

    private(set) var device: String?
    private(set) var broker: String?
    private(set) var user: String?
    private(set) var passwordFile: String?
    private(set) var certificate: String?
    private(set) var key: String?
    private(set) var authorities: String?
    private(set) var clientID: String?
    private(set) var show: Show?
    private(set) var program: String?
    private(set) var asJSON = false
    private(set) var data: String?
    private(set) var store: String?
    private(set) var limit: Int?
    /// Whether to say only what went wrong.
    private(set) var isQuiet = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var reader = ArgumentReader(arguments, options: Self.all)
        while let argument = try reader.next() {
            switch argument {
            case .operand(let text):
                throw UsageError("listen takes no operand, and '\(PrintableText.excerpt(text))' is one; see --help")
            case .option(.json): asJSON = true
            case .option(Self.quiet): isQuiet = true
            // There is nothing more to say: `sealedpush -v` hands it over.
            case .option(Self.verbose): break
            case .option(let option): try take(option, try reader.value(for: option))
            }
        }
        guard (user == nil) == (passwordFile == nil) else {
            throw UsageError("--user NAME and --password-file FILE go together")
        }
        guard (certificate == nil) == (key == nil) else {
            throw UsageError("--certificate FILE and --key FILE go together")
        }
    }

    private mutating func take(_ option: Option, _ value: String) throws(UsageError) {
        guard !value.isEmpty else { throw UsageError("\(option.name) is empty: is a variable of the shell not set?") }
        switch option {
        case Self.device: device = value
        case Self.broker: broker = value
        case Self.user: user = value
        case Self.passwordFile: passwordFile = value
        case Self.certificate: certificate = value
        case Self.key: key = value
        case Self.authorities: authorities = value
        case Self.clientID: clientID = value
        case Self.exec: program = value
        case Self.data: data = value
        case Self.store: store = value
        case Self.show:
            guard let show = Show(rawValue: value) else {
                throw UsageError("--show '\(PrintableText.excerpt(value))': give desktop, terminal or none")
            }
            self.show = show
        default:
            guard let number = Int(value), number > 0 else {
                throw UsageError("--max '\(PrintableText.excerpt(value))' is no number of pushes: give 1 or more")
            }
            limit = number
        }
    }
}
