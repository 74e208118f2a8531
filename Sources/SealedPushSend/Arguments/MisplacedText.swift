// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI

/// What somebody wrote where a name or the path of a file is wanted, and had better not be repeated.
enum MisplacedText {
    case secretKey
    case pem
    case export
    case card
    case lines
    case endless

    /// Bytes of a path: the system takes no longer one.
    private static let maximumPathLength = 4096

    /// `nil` for what may be a name or a path.
    init?(_ text: String) {
        let lower = text.lowercased()
        if KeyArgument.holdsSecretKey(text) {
            self = .secretKey
        } else if lower.contains("-----begin ") || lower.contains("-----end ") {
            self = .pem
        } else if lower.contains("sealedpush:wrapped:") {
            self = .export
        } else if lower.contains("sealedpush:card:") {
            self = .card
        } else if text.utf8.contains(UInt8(ascii: "\n")) || text.utf8.contains(UInt8(ascii: "\r")) {
            self = .lines
        } else if text.utf8.count > Self.maximumPathLength {
            self = .endless
        } else {
            return nil
        }
    }

    /// What stands in its place.
    var noun: String {
        switch self {
        case .secretKey: "a secret key"
        case .pem: "a key or certificate"
        case .export: "an exported key"
        case .card: "a card"
        case .lines: "text of several lines"
        case .endless: "text longer than any path"
        }
    }

    /// Whether it may be a secret, which whoever looks at this machine's processes has seen.
    private var isSecret: Bool {
        switch self {
        case .secretKey, .pem: true
        default: false
        }
    }

    /// Says that an argument is not what it should be, without showing it.
    ///
    /// - Parameters:
    ///   - place: the option or variable that has it.
    ///   - wanted: what should be there.
    func refusal(in place: String, wanting wanted: String) -> String {
        switch self {
        case .card where wanted == Self.name:
            return "\(place) holds a card itself: accept it with 'key trust', and give the name it has then"
        case .lines, .endless:
            return "\(place) is \(noun), and must be \(wanted)"
        default:
            let next = isSecret ? "; everyone on this machine can see arguments and variables: make a new key" : ""
            return "\(place) holds \(noun) itself, and must be \(wanted)\(next)"
        }
    }

    /// What is wanted where a recipient is.
    static let name = "a name in the store"
    /// What is wanted where anything else is.
    static let path = "the path of a file"
}

extension MisplacedText {
    /// Refuses the value of an option that takes a name or path.
    static func check(_ text: String, in place: String, wanting wanted: String = path) throws(UsageError) {
        guard let found = MisplacedText(text) else { return }
        throw UsageError(found.refusal(in: place, wanting: wanted))
    }

    /// What stands next on a command line.
    static func next(in arguments: inout ArgumentReader, of all: [String]) throws(UsageError) -> ArgumentReader
        .Argument?
    {
        do throws(UsageError) {
            return try arguments.next()
        } catch {
            // A PEM text begins like an option, and would be shown as one that nobody knows.
            guard error != .helpWanted, all.contains(where: { $0.hasPrefix("-----") }) else {
                throw ForeignOption.explain(error)
            }
            throw UsageError("an argument holds a key or certificate itself: put it in a file, and name that")
        }
    }

    /// Refuses a secret key anywhere among the arguments, be it PEM or our own.
    static func checkForSecrets(_ arguments: [String]) throws(UsageError) {
        try SealedPushCommandLine.requireNoSecret(arguments)
        guard !arguments.contains(where: { $0.contains("PRIVATE KEY-----") }) else {
            throw UsageError(
                "an argument holds a private key itself, which everyone on this machine can see: put it in a file, name that, "
                    + "and make a new key"
            )
        }
    }
}
