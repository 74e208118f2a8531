// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import TestSupport
import Testing

/// A folder for a store, with a clock that the test moves.
struct StoreFixture {
    let folder: TemporaryDirectory
    let clock = TestClock()
    var options = StoreOptions()

    init() throws {
        folder = try TemporaryDirectory()
        let clock = clock
        options.now = { clock.now }
    }

    var path: String { folder.path("store.db") }

    /// The store; each call opens it anew, as another program would.
    func store() throws -> SQLiteKeyStore { try SQLiteKeyStore(at: path, options: options) }

    func mode(_ name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path(name))
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }

    /// What stands in the store's files.
    func contents() throws -> Data {
        try names().reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: folder.path($1))) }
    }

    /// Whether a secret, as bytes or as text, is in any of the files.
    func contains(_ secret: some SecretKey) throws -> Bool {
        let contents = try contents()
        let bytes = secret.secretBytes.withCopy { Data($0) }
        let text = secret.withSecretText { span in span.withUnsafeBytes { Data($0) } }
        return contents.range(of: bytes) != nil || contents.range(of: text) != nil
    }

    /// A card of another side.
    func card(
        _ identity: Identity.Secret,
        _ subject: KeyCard.Subject,
        serial: UInt64,
        name: String = "Door",
        grace: UInt32? = nil,
        address: PushAddress? = nil
    ) throws -> KeyCard {
        try KeyCard(
            introducing: subject,
            name: name,
            signedBy: identity,
            serial: serial,
            created: clock.now.seconds,
            grace: grace,
            address: address
        )
    }
}

/// Runs `body` and checks with which code it is refused.
func expectStoreError(
    _ code: StoreError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.description.contains("\n") == false, sourceLocation: sourceLocation)
}
