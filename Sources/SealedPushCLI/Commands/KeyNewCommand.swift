// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore
internal import SealedPushStore

/// `key new`: makes keys and writes them to a file.
struct KeyNewCommand: Command {
    private enum Kind: String {
        case device
        case signer
        case shared
    }

    static let name = "key new"
    static let options = Destination.options
    static let help = """
        usage: sealedpush key new device|signer|shared NAME
               sealedpush key new device|signer|shared [NAME] -o FILE [--force]

        Makes new keys and prints the public ones. They go into the store under NAME, or
        into FILE.

          device   what a device opens pushes with, and the identity that vouches for it
          signer   what a sender signs pushes with, and its identity
          shared   one key for a group: every member reads, and writes what is unsigned

        options:
          -o, --output FILE   the new file: created for you alone (mode 0600), whole or
                              not at all, never over another one
              --force         replace FILE if it is there; what was sealed to the old
                              keys can then be opened no more
          -h, --help          this text

        In a file NAME is a comment. The printed lines are public: give them to the other
        side, or better a card ('key card NAME'), which can be renewed. A shared key has
        no public half: 'key export' wraps it for the way to another member.

        example:
          $ sealedpush key new signer door -o door.key > door.pub
          $ cat door.pub
          sealedpush:identity:W73FZzKq4SBjlYPyiOQoH16LO7jF3tUS0xTNnoE0cWTeDzPC
          sealedpush:signer:tVbp9QLNsVlGeA1eBRoBGi1kTSWLyr6NlxGYwzEbqR1RTp-6

        """

    private let kind: Kind
    private let keyName: String?
    private let destination: Destination

    init(parsing arguments: inout ArgumentReader) throws(UsageError) {
        var operands: [String] = []
        var destination = Destination()
        while let argument = try arguments.next() {
            switch argument {
            case .option(let option): try destination.read(option, from: &arguments)
            case .operand(let text): operands.append(text)
            }
        }
        guard let word = operands.first, let kind = Kind(rawValue: word) else {
            throw UsageError("which keys? give one of: sealedpush key new device|signer|shared NAME")
        }
        guard operands.count <= 2 else { throw UsageError("one name at most: sealedpush key new \(kind) NAME") }
        keyName = operands.dropFirst().first
        if let keyName { try UsageError.check(name: keyName) }
        guard destination.path != nil || keyName != nil else {
            throw UsageError("under which name? sealedpush key new \(kind) NAME, or -o FILE for a key file")
        }
        try destination.requireFileOrStore()
        self.kind = kind
        self.destination = destination
    }

    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        guard let output = destination.path else { return try makeInStore(in: &context) }
        let created = context.now()
        let (keys, text) = try CommandError.wrapping { () throws(KeyError) in
            let keys = try makeKeys()
            return (keys, try KeyFile.compose(keys, name: keyName, created: created))
        }
        try context.createSecret(output, text, replacing: destination.replaces)
        for text in keys.compactMap(\.publicText) { try context.writeLine(text) }
        context.detail("wrote \(PrintableText.escape(output))")
        return .done
    }

    private func makeInStore(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        let store = try context.openStore()
        let name = keyName ?? ""
        let texts = try CommandError.storing { () throws(StoreError) -> [String?] in
            switch kind {
            case .device:
                let device = try store.makeDevice(name)
                return [device.identity?.description, device.publicKey.description]
            case .signer:
                let signer = try store.makeSigner(name)
                return [signer.identity?.description, signer.publicKey.description]
            case .shared:
                _ = try store.makeSharedKey(name)
                return []
            }
        }
        for text in texts.compactMap({ $0 }) { try context.writeLine(text) }
        context.detail("made \(PrintableText.escape(name)) in \(PrintableText.escape(store.path))")
        return .done
    }

    private func makeKeys() throws(KeyError) -> [AnyKey] {
        switch kind {
        case .device: [.identitySecret(try Identity.Secret()), .deviceSecret(try DeviceKey.Secret())]
        case .signer: [.identitySecret(try Identity.Secret()), .signerSecret(try SigningKey.Secret())]
        case .shared: [.sharedSecret(try SharedKey())]
        }
    }
}
