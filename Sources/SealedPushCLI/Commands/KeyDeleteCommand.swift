// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key delete`: forgets a contact, or destroys an own key.
struct KeyDeleteCommand: Command {
    static let name = "key delete"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush key delete NAME|ID

        An own key: erases its secrets; pushes sealed to it open no more. A contact:
        forgotten; its card may be accepted again, unless it was revoked.

        options:
          -h, --help   this text

        ID is a key id of 16 hex digits, as 'key list' and 'inspect' print it. That of a key
        which a newer one has replaced stands for this key alone, else for the name.

        example:
          $ sealedpush key delete "old phone"

        """

    private let target: String

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        guard let name = try arguments.onlyOperand("name or key id") else {
            throw UsageError("which? sealedpush key delete NAME|ID ('key list' lists them)")
        }
        target = name
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        switch try KeyTarget(target, in: store) {
        case .name(let name):
            try CommandError.storing { () throws(StoreError) in try store.delete(name) }
            context.detail("deleted \(PrintableText.escape(name))")
        case .superseded(let key, let name):
            try CommandError.storing { () throws(StoreError) in try store.retireKey(key) }
            context.detail("deleted the replaced key \(key.id) of \(PrintableText.escape(name))")
        }
        return .done
    }
}
