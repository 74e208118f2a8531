// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// A line of `--json`.
struct JSONLine {
    let root: JSONValue

    init(_ text: String) throws { root = try JSONDocument([UInt8](text.utf8)).root }

    var status: String? { root["status"]?.string }
    var reason: String? { root["reason"]?.string }
    var id: String? { root["id"]?.string }
    var isInDoubt: Bool { root["inDoubt"]?.isTrue == true }
    var title: String? { root["payload"]?["aps"]?["alert"]?["title"]?.string }
}
