// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key revoke`: ends the use of an own key, or trust in a contact, for good.
struct KeyRevokeCommand: Command {
    static let name = "key revoke"
    static let options: [Option] = []
    static let help = """
        usage: sealedpush key revoke NAME|ID

        An own key: erases its secrets; pushes sealed to it open no more, and its card now
        says that it is finished: give the printed line to the other side. A contact:
        trusted no more, and never again under that identity.

        options:
          -h, --help   this text

        ID is a key id of 16 hex digits, as 'key list' and 'inspect' print it. That of a key
        which a newer one has replaced stands for this key alone, else for the name.

        example:
          $ sealedpush key revoke phone > phone.revoked

        """

    private let target: String

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        guard let name = try arguments.onlyOperand("name or key id") else {
            throw UsageError("which? sealedpush key revoke NAME|ID ('key list' lists them)")
        }
        target = name
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let name: String
        switch try KeyTarget(target, in: store) {
        case .name(let found): name = found
        case .superseded(let key, let owner):
            try CommandError.storing { () throws(StoreError) in try store.retireKey(key) }
            context.detail("ended the replaced key \(key.id) of \(PrintableText.escape(owner))")
            return .done
        }
        let card = try CommandError.storing { () throws(StoreError) in try store.revoke(name) }
        if let card {
            try context.writeLine(card.text)
            context.note("give this card to the other side: it ends trust there")
        }
        context.detail("revoked \(PrintableText.escape(name))")
        return .done
    }
}
