// SPDX-License-Identifier: Apache-2.0

import Testing

/// The line that `open --json` prints, with the inner payload apart: that one is compared as it is spelled.
struct OpenedLine {
    /// Everything but `payload`.
    let members: [String: Any]

    /// - Parameter payload: what must stand at the end of the line, byte for byte.
    init(_ result: CommandResult, payload: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let ending = "\"payload\":\(payload)}\n"
        try #require(
            result.output.suffix(ending.utf8.count).elementsEqual(ending.utf8),
            "\(result.text)\(result.error)",
            sourceLocation: sourceLocation
        )
        let head = result.output.dropLast(ending.utf8.count)
        members = try #require(
            JSON.object(String(decoding: head, as: UTF8.self) + "\"payload\":null}"),
            sourceLocation: sourceLocation
        )
    }

    var status: String? { members["status"] as? String }
    var reason: String? { members["reason"] as? String }
    var id: String? { members["id"] as? String }
    var sentAt: UInt64? { members["sentAt"] as? UInt64 }
    var expiresAt: UInt64? { members["expiresAt"] as? UInt64 }
    /// The text of the signer's key.
    var signer: String? { (members["signer"] as? [String: Any])?["key"] as? String }
    var signerName: String? { (members["signer"] as? [String: Any])?["name"] as? String }

    /// What is printed in place of a push that does not open.
    static let placeholder = #"{"aps":{"alert":{"body":"New notification"}}}"#
}
